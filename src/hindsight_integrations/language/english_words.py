"""Lists of ordinary English words by what they name (animals, trades, foods that harm, applications), as parts of patterns; data, no rule."""

from __future__ import annotations

from hindsight_integrations.language.patterns import compiled

ANIMALS = (
    r"(?:dogs?|doggos?|cats?|kitt(?:en|y|ies)s?|tomcats?|pupp?(?:y|ies|s)|parrots?|parakeets?|cockatiels?|cockatoos?|macaws?|lovebirds?|canar(?:y|ies)|finch(?:es)?|birds?|fish|goldfish|koi|guppies|betta|hamsters?|gerbils?|rats?|mice|degus?|rabbits?|bunn(?:y|ies)"
    r"|turtles?|tortoises?|terrapins?|horses?|pon(?:y|ies)|mares?|geldings?|donkeys?|snakes?|pythons?|lizards?|geckos?|bearded dragons?|iguanas?|chameleons?|axolotls?|frogs?|newts?|tarantulas?|stick insects|snails?|guinea pigs?|chinchillas?|ferrets?|hedgehogs?|sugar gliders?"
    r"|budgies?|budgerigars?|hens?|chickens?|cockerels?|roosters?|ducks?|geese|goose|turkeys?|quails?|pigeons?|peacocks?|goats?|sheep|lambs?|pigs?|piglets?|pot-bell(?:y|ied) pigs?|alpacas?|llamas?|cows?|bees"
    r"|labradors?|labs?|labradoodles?|cockapoos?|cavapoos?|beagles?|corgis?|poodles?|greyhounds?|whippets?|lurchers?|terriers?|westies?|retrievers?|spaniels?|collies?|border collies?|sheepdogs?|dachshunds?|sausage dogs?|pugs?|bulldogs?|frenchies?|boxers?|rottweilers?|dobermans?|huskies|husky"
    r"|malamutes?|samoyeds?|shibas?|akitas?|dalmatians?|setters?|pointers?|mastiffs?|great danes?|saint bernards?|chihuahuas?|pomeranians?|shih ?tzus?|malteses?|schnauzers?|staff(?:y|ie|ies)|pit ?bulls?|german shepherds?|alsatians?|mutts?|mongrels?|siameses?|ragdolls?|maine coons?|tabb(?:y|ies)|persian cats?|bengals?|sphynx(?:es)?)"
)
FOODS_THAT_HARM = (
    r"(?:(?:tree ?)?nuts?|peanuts?|walnuts?|almonds?|cashews?|hazelnuts?|pecans?|pistachios?|brazil nuts?|coconuts?|sesame|eggs?|egg whites?|(?:cow'?s )?milk|dairy|lactose|gluten|wheat|rye|barley|oats?|soy|soya|shellfish|prawns?|shrimps?|crabs?|lobsters?|mussels?|oysters?|clams?|scallops?|squid|crustaceans"
    r"|fish|salmon|tuna|seafood|strawberr(?:y|ies)|kiwis?|kiwi fruit|bananas?|avocados?|mango(?:e?s)?|pineapples?|peach(?:es)?|apples?|citrus|oranges?|tomato(?:es)?|celery|mustard|lupin|sulphites?|sulfites?|msg|garlic|onions?|mushrooms?|honey|chocolate|red wine|alcohol|caffeine)"
)
HARMFUL = (
    rf"(?:{FOODS_THAT_HARM}|latex|rubber|nickel|cobalt|penicillin|amoxicillin|antibiotics|aspirin|ibuprofen|paracetamol|codeine|morphine|nsaids|sulfa(?: drugs)?|anaesthetic|iodine|pollen|(?:birch|tree|grass|ragweed) ?pollen|birch|grass|ragweed|dust(?: mites)?|mou?ld"
    r"|cats?|dogs?|(?:cat|dog|pet|animal) (?:hair|fur|dander)|horses?|feathers|bees?|bee stings?|wasps?|wasp stings?|hornets?|(?:fire )?ants?|mosquito(?:es)?|insect (?:stings?|bites?)|stings?|plasters|adhesive|fragrances?|perfumes?|hair dye|dyes?|wool|lanolin|sunscreen|detergents?|bleach)"
)
#: What people use, by its name.
APPLICATIONS = (
    r"(?:(?:ms |microsoft )?excel|google (?:sheets|docs|drive|calendar|keep)|libreoffice|openoffice|(?:ms )?word|powerpoint|keynote|pages|onenote|evernote|obsidian|notion|logseq|roam|bear|apple notes|joplin|anki|zotero|scrivener|photoshop|lightroom|illustrator|indesign|premiere(?: pro)?"
    r"|after effects|davinci(?: resolve)?|final cut|capcut|blender|maya|cinema 4d|autocad|revit|solidworks|fusion 360|sketchup|rhino|figma|sketch|canva|procreate|gimp|inkscape|krita|affinity|logic(?: pro)?|ableton|fl studio|garageband|cubase|pro tools|reaper|audacity|quickbooks|xero|sage|freshbooks"
    r"|salesforce|hubspot|mailchimp|shopify|wordpress|squarespace|wix|tableau|power bi|looker|matlab|rstudio|stata|spss|jupyter|pandas|docker|kubernetes|terraform|ansible|jenkins|postman|git|github|gitlab|bitbucket|tmux|zsh|fish shell|homebrew|firefox|chrome|brave|safari|edge|opera|vivaldi|arc"
    r"|thunderbird|outlook|gmail|proton ?mail|fastmail|todoist|things 3|ticktick|trello|asana|jira|linear|clickup|airtable|slack|teams|discord|zoom|duolingo|strava|garmin connect|google maps|waze|plex|jellyfin|home assistant|unity|unreal|godot|latex|overleaf|vim|neovim|nvim|emacs|nano|vs ?code|vscodium|sublime|intellij|pycharm|webstorm|android studio|xcode|zed|cursor)"
)
#: Trades by whole words; those that an ending tells ("-ist", "-eer") stand with the judge.
TRADES = (
    r"(?:trucker|lorry driver|cabbie|cabby|postie|postman|postwoman|mail carrier|sparky|chippy|brickie|bricklayer|roofer|scaffolder|tiler|glazier|decorator|joiner|machinist|fitter|pipefitter|seamstress|picker|packer|shelf stacker|stocker|labourer|laborer|roustabout|navvy|plasterer|landscaper|arborist|tree surgeon"
    r"|blogger|youtuber|streamer|undertaker|funeral director|embalmer|porter|caterer|drummer|bassist|rapper|dj|roadie|stagehand|lifeguard|bouncer|doorman|croupier|dispatcher|jockey|groom|farrier|ranger|warden|logger|miner|rigger|diver|farmhand|foreman|deckhand|shepherd|vicar|nun|chaplain|curate|deacon|sous chef|head chef|line cook|pastry chef|dishwasher|busboy|maitre d'?|dietitian|physio|physiotherapist|osteopath|chiropractor|nail tech(?:nician)?"
    r"|dog groomer|dog walker|pet sitter|childminder|babysitter|foster carer|support worker|social worker|youth worker|care assistant|healthcare assistant|hca|teaching assistant|ta|headteacher|headmaster|principal|dean|invigilator|actuary|underwriter|surveyor|solicitor|barrister|bailiff|notary|magistrate|clerk of works|councillor|alderman|sonographer|radiographer|phlebotomist|midwife|doula|health visitor|gp|rn|emt|medic|orderly|carer|crane operator"
    r"|housewife|house ?husband|homemaker|stay[- ]at[- ]home (?:mum|mom|mother|dad|father|parent)|retiree|pensioner|veteran|civil servant|quantity surveyor|estate agent|letting agent|travel agent|air traffic controller|flight attendant|cabin crew|purser|train driver|signaller|tram driver|delivery driver|uber driver|courier|shopkeeper|grocer|fishmonger|greengrocer|jeweller|jeweler|cobbler|potter|weaver|carver|engraver|printer|bookbinder|bookseller|typesetter|proofreader|copywriter|screenwriter|playwright|songwriter|illustrator|storyboarder|cartoonist"
    r"|data scientist|sysadmin|sre|devops(?: engineer)?|dba|qa|tester|scrum master|product owner|product manager|project manager|web dev|game dev|ios dev|android dev|dev|coder|hacker|pen ?tester|quant|trader|stockbroker|bookie|bookkeeper|payroll (?:clerk|officer)|call centre (?:worker|agent)|receptionist|caretaker|groundskeeper|groundsman|window cleaner|chimney sweep|bin ?man|refuse collector|pest controller|locksmith|gas engineer|heating engineer|panel beater|tattooist|tattoo artist|beautician|make-?up artist|masseuse|massage therapist|personal trainer|yoga teacher|swimming teacher|piano teacher|driving instructor|ski instructor|choreographer|ballerina|conductor|organist|cellist|luthier)"
)
#: Plays, music, sport and crafts that one does at leisure.
PASTIMES = (
    r"(?:chess|climbing|bouldering|hiking|running|cycling|swimming|knitting|crochet(?:ing)?|sewing|quilting|baking|cooking|gardening|fishing|angling|hunting|birding|bird ?watching|photography|painting|watercolou?rs?|drawing|sketching|pottery|ceramics|woodwork(?:ing)?|whittling|calligraphy|origami|reading|writing|poetry|gaming|board games?|d&d|dungeons and dragons|warhammer"
    r"|yoga|pilates|crossfit|weightlifting|powerlifting|boxing|karate|judo|jiu[- ]?jitsu|bjj|taekwondo|fencing|archery|tennis|badminton|squash|padel|pickleball|table tennis|ping pong|football|soccer|rugby|cricket|basketball|netball|volleyball|hockey|lacrosse|baseball|softball|golf|bowls|bowling|darts|snooker|pool|skiing|snowboarding|skating|skateboarding|surfing|sailing|kayaking|rowing|canoeing|diving|scuba|parkour|trampolining"
    r"|dancing|salsa|tango|ballet|ballroom|zumba|singing|choir|karaoke|guitar|piano|drums|violin|ukulele|bass|jazz|opera|techno|metal|k-?pop|anime|manga|crosswords?|sudoku|wordle|puzzles|jigsaws?|lego|model (?:trains|railways?)|stargazing|astronomy|beekeeping|foraging|homebrew(?:ing)?|camping|caving|geocaching|metal detecting|bridge|poker|bingo|pub quiz(?:zes)?|book club|parkrun|horse riding|dressage)"
)
MONTHS = r"(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
NUMBERS = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fourty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)"
#: Grown numbers of years, of which no table is booked.
GROWN = r"(?:eighteen|nineteen|(?:twenty|thirty|forty|fourty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)"

#: "-ing" before a noun names no trade ("hiring an attorney"), unless it is the trade's own word.
DOING = (
    r"(?!(?:acting|managing|nursing|marketing|training|teaching|engineering|manufacturing|accounting|catering|cleaning|banking|building|consulting|programming|mining|shipping|advertising|housing|planning|purchasing|painting|recording|visiting|swimming|driving|dancing|boxing|skiing|fencing|riding|sailing|fishing|farming|gaming|publishing|printing|lighting|casting|fundraising|broadcasting|staffing|recruiting"
    r"|branding|merchandising|heating|plumbing|roofing|flooring|welding|pricing|licensing|learning|testing|operating|commanding|sitting|practicing|practising|aspiring|budding|trading|packing|processing|shooting|founding|contributing|singing|wedding|parking|hearing|cutting|tattooing|knitting|climbing|running|cycling|yachting|editing|staging|modelling|modeling|timing|racing|hunting|drilling|grooming)\b)[a-z]{2,}ing"
)

#: What says that something is done or left at times only.
AT_TIMES = r"(?:after (?:\d|dinner|lunch|work|noon|dark|\w+ ?(?:pm|o'clock))|before (?:\d|bed|work|noon|\w+ ?(?:am|pm))|past \d|until|during|at (?:night|work|lunch|dinner|breakfast)|in the (?:morning|evening|afternoon)s?|on (?:week|\w+day)\w*|when|while|late|too (?:late|often|much)|for (?:breakfast|lunch|dinner|lent|the day|today))\b"


def is_application(words: str) -> bool:
    """Whether words as a whole name a programme, which is nobody."""
    return compiled(rf"(?i)(?:{APPLICATIONS}|wps|qq|app|vpn|wifi)").fullmatch(words) is not None
