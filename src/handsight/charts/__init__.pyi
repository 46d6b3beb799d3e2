from .chart import Chart as Chart
from .chart import chart as chart
from .evs import PreflopValues as PreflopValues
from .menus import chart_names as chart_names
from .menus import spot_names as spot_names
from .own import OwnCharts as OwnCharts
from .spots import PreflopSpot as PreflopSpot
from .spots import spot as spot
