"""The client of a server: a memory that is elsewhere, used as one that is here."""

from mnemic.faces.client.connection import aconnect as aconnect
from mnemic.faces.client.connection import connect as connect
