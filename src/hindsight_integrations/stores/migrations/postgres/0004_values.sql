-- What happened is no value of a key: an event under a key that holds one stands beside its value.

UPDATE records SET single = false WHERE tier <> 'semantic';
