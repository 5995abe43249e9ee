"""Time expressions in Chinese, English and mixed sentences, as intervals seen from the moment of saying.

Where speakers differ, these readings are taken:

- Weeks begin on Monday: 下周三 and "next Wednesday" are the Wednesday of the next ISO week, 这周日 and "this Sunday" of
  this one; "last Tuesday" is the latest one before today. A weekday without a week is the coming one, or the
  last one where the sentence speaks of the past or says "since". "A week on Saturday" and "Saturday week" are a week
  after the coming Saturday, "the Saturday after next" too; "Saturday just gone" is the latest.
- A date without a year goes with the tense, else to the nearest year. "I booked it on 3 March" is past, "booked for"
  and "have booked" point ahead. 19号 with a past verb is the latest day of that number.
- A clock time without a day is of the day named before in its sentence or the one before, else today; working and
  opening hours have no day. One to six without more are in the afternoon; "half six" is half past six; midnight ends
  the day it is said with, and 后半夜 is the small hours after it.
- 月初, 月中 and 月底 are the days 1-10, 11-20 and from 21 on; the thirds of a quarter are its months, of a year January
  to March, May to August, October to December. 上半年 and H1 are January to June.
- 年前 is the last month of the old lunar year, 年后 the first of the new. 初四 and later days alone are of the first
  month. A lunar year has the number of the year it begins in. The first working day after a long Chinese holiday comes
  after the days off that go by its name; working Saturdays are not known.
- Two weekdays with "to" between them recur if they are Monday to Friday or days of opening, else they are the coming.
- "Labour Day" and 劳动节 are 1 May, "Labor Day" the first Monday of September; holidays of one country only
  (Memorial Day, Waitangi Day) are where they are kept.
- "Before", "until", "since", 起 and 之前 are left outside: the mention is the date they are said of.
- A clock time with another zone (9am PT, 纽约时间九点) is left as it stands, unread; a day beside it keeps the day as
  said. 北京时间 is taken for the user's clock.
- How often something is done (twice a week, 每周两次) is no time; fiscal years and school terms are left alone.
- "In a week or two" reaches from the first day to the last; of every two weeks the next possible day is given, as
  which weeks are meant is not said.
"""

from mnemic.language.when.annotate import add_absolute_dates
from mnemic.language.when.mention import Grain, TimeMention, spell_date
from mnemic.language.when.scanner import find_times

__all__ = ["Grain", "TimeMention", "add_absolute_dates", "find_times", "spell_date"]
