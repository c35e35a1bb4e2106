"""What is done inside Redis, each in one step: scripts in the server's Lua; they know no Python.

All keys of a script begin with the same ``{tag}``, so they lie on one node of a cluster.
"""

from __future__ import annotations

#: Every member of a window begins with this many characters: a digest of the turn's id.
DIGEST = 32

#: Sets the time at which ``list`` ends, kept in ``about`` under ``field``, and lets go of a list
#: that was over at ``now``. This comes first in a script that adds: it is the command that a full
#: server refuses, and one that runs into that after its first write would not be stopped.
_PROLONG = """
local function prolong(list, about, field, now, til)
  local former = redis.call('HGET', about, field)
  redis.call('HSET', about, field, til)
  if former and tonumber(former) <= tonumber(now) then redis.call('DEL', list) end
end
"""

#: KEYS window, about, sessions, gone. ARGV now, until, milliseconds to live, how many are kept,
#: session; then a sequence and a member for each turn.
PUSH = f"""
{_PROLONG}
prolong(KEYS[1], KEYS[2], 'window', ARGV[1], ARGV[2])
for place = 6, #ARGV, 2 do
  local sequence, member = ARGV[place], ARGV[place + 1]
  redis.call('ZREMRANGEBYSCORE', KEYS[1], sequence, sequence)
  if not redis.call('ZSCORE', KEYS[4], string.sub(member, 1, {DIGEST})) then
    redis.call('ZADD', KEYS[1], sequence, member)
  end
end
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -ARGV[4] - 1)
redis.call('SADD', KEYS[3], ARGV[5])
for key = 1, 3 do redis.call('PEXPIRE', KEYS[key], ARGV[3]) end
"""

#: KEYS window, about. ARGV now, how many. Answers the last members, the latest last.
WINDOW = """
local til = redis.call('HGET', KEYS[2], 'window')
if not til or tonumber(til) <= tonumber(ARGV[1]) then return {} end
return redis.call('ZRANGE', KEYS[1], -ARGV[2], -1)
"""

#: KEYS stack, about, sessions. ARGV now, until, milliseconds to live, how many are kept,
#: session; then a member for each entity.
MENTION = f"""
{_PROLONG}
prolong(KEYS[1], KEYS[2], 'stack', ARGV[1], ARGV[2])
for place = 6, #ARGV do
  redis.call('ZADD', KEYS[1], redis.call('HINCRBY', KEYS[2], 'mentions', 1), ARGV[place])
end
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -ARGV[4] - 1)
redis.call('SADD', KEYS[3], ARGV[5])
for key = 1, 3 do redis.call('PEXPIRE', KEYS[key], ARGV[3]) end
"""

#: KEYS stack, about. ARGV now. Answers the members, the latest first.
STACK = """
local til = redis.call('HGET', KEYS[2], 'stack')
if not til or tonumber(til) <= tonumber(ARGV[1]) then return {} end
return redis.call('ZREVRANGE', KEYS[1], 0, -1)
"""

#: KEYS window, stack, about, sessions. ARGV session.
END = """
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
redis.call('SREM', KEYS[4], ARGV[1])
"""

_MARK = """
local time = redis.call('TIME')
local function mark(gone, digest, seconds)
  redis.call('ZADD', gone, time[1] + seconds, digest)
end
"""

#: KEYS gone, sessions. ARGV seconds, then digests of turns. From here on no push brings these
#: turns back. Answers the sessions that may hold them.
MARK = f"""
{_MARK}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', time[1])
for place = 2, #ARGV do mark(KEYS[1], ARGV[place], ARGV[1]) end
redis.call('EXPIRE', KEYS[1], ARGV[1])
return redis.call('SMEMBERS', KEYS[2])
"""

#: KEYS gone, then windows and stacks in turn. ARGV digests of turns.
DROP = f"""
local gone = {{}}
for place = 1, #ARGV do gone[ARGV[place]] = true end
for key = 2, #KEYS, 2 do
  for _, member in ipairs(redis.call('ZRANGE', KEYS[key], 0, -1)) do
    if gone[string.sub(member, 1, {DIGEST})] then redis.call('ZREM', KEYS[key], member) end
  end
  redis.call('DEL', KEYS[key + 1])
end
"""

#: KEYS gone, sessions, then windows, stacks and abouts in turn. ARGV seconds.
DROP_ALL = f"""
{_MARK}
for key = 3, #KEYS, 3 do
  for _, member in ipairs(redis.call('ZRANGE', KEYS[key], 0, -1)) do
    mark(KEYS[1], string.sub(member, 1, {DIGEST}), ARGV[1])
  end
  redis.call('DEL', KEYS[key], KEYS[key + 1], KEYS[key + 2])
end
redis.call('DEL', KEYS[2])
redis.call('EXPIRE', KEYS[1], ARGV[1])
"""
