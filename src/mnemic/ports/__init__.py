"""Every port in one place: what the core asks of the outside. Adapters live in stores/ and models/."""

from mnemic.domain.model import Reply as Reply
from mnemic.domain.model import Signal as Signal
from mnemic.ports.keys import Keys as Keys
from mnemic.ports.keys import KeyService as KeyService
from mnemic.ports.keys import Sealer as Sealer
from mnemic.ports.outside import Clock as Clock
from mnemic.ports.outside import Embedder as Embedder
from mnemic.ports.outside import EntityFinder as EntityFinder
from mnemic.ports.outside import FileReader as FileReader
from mnemic.ports.outside import Judge as Judge
from mnemic.ports.outside import LanguageModel as LanguageModel
from mnemic.ports.outside import Reranker as Reranker
from mnemic.ports.outside import Vectors as Vectors
from mnemic.ports.store import QUESTION_VECTORS_MAX as QUESTION_VECTORS_MAX
from mnemic.ports.store import Reader as Reader
from mnemic.ports.store import Store as Store
from mnemic.ports.store import Writer as Writer
from mnemic.ports.vectors import VectorIndex as VectorIndex
