from . import drill as drill
