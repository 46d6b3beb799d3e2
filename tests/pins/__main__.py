"""Write the pins anew, a line for each command, and the promised schemas."""

import json

from tests.pins.commands import PINS, commands, output
from tests.pins.schemas import write

write()
_LINES = (f"{json.dumps(each)}: {json.dumps(output(each))}" for each in commands())
PINS.write_text("{\n" + ",\n".join(_LINES) + "\n}\n")
