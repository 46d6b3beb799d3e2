from .chart import Chart as Chart
from .chart import chart as chart
from .evs import PreflopValues as PreflopValues
from .own import OwnCharts as OwnCharts
from .spots import PreflopSpot as PreflopSpot
from .spots import spot as spot
