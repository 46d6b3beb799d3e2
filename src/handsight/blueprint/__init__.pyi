from .buckets import BucketDeals as BucketDeals
from .buckets import Buckets as Buckets
from .buckets import StreetBuckets as StreetBuckets
