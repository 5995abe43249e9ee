"""Time expressions: what each means when said on Wednesday 11 March 2026 at ten in the morning, in Shanghai."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemic.errors import InvalidTime
from mnemic.language.when import Grain, TimeMention, add_absolute_dates, find_times, spell_date
from tests.tables import each_row

SHANGHAI = ZoneInfo("Asia/Shanghai")
NEW_YORK = ZoneInfo("America/New_York")
WEDNESDAY = datetime(2026, 3, 11, 10, 0, tzinfo=SHANGHAI)

CHINESE = [
    ("今天天气不错", "今天=2026-03-11"),
    ("明天要交房租", "明天=2026-03-12"),
    ("后天出发", "后天=2026-03-13"),
    ("大后天回来", "大后天=2026-03-14"),
    ("昨天没睡好", "昨天=2026-03-10"),
    ("前天买的菜坏了", "前天=2026-03-09"),
    ("大前天见过他", "大前天=2026-03-08"),
    ("今早跑了五公里", "今早=2026-03-11 早上"),
    ("两个季度后上市", "两个季度后=2026-Q3"),
    ("今晚加班", "今晚=2026-03-11 晚上"),
    ("昨晚下雨了", "昨晚=2026-03-10 晚上"),
    ("明早有会", "明早=2026-03-12 早上"),
    ("明晚请客", "明晚=2026-03-12 晚上"),
    ("前晚喝多了", "前晚=2026-03-09 晚上"),
    ("明天下午三点面试", "明天下午三点=2026-03-12 15:00"),
    ("明天晚上八点半看电影", "明天晚上八点半=2026-03-12 20:30"),
    ("后天下午三点一刻的高铁", "后天下午三点一刻=2026-03-13 15:15"),
    ("明早七点四十出门", "明早七点四十=2026-03-12 07:40"),
    ("明天15:00开会", "明天15:00=2026-03-12 15:00"),
    ("明天下午3：30开会", "明天下午3：30=2026-03-12 15:30"),
    ("下周三下午两点半体检", "下周三下午两点半=2026-03-18 14:30"),
    ("今晚十二点截止", "今晚十二点=2026-03-12 00:00"),
    ("今天凌晨三点才睡", "今天凌晨三点=2026-03-11 03:00"),
    ("明天中午十二点吃饭", "明天中午十二点=2026-03-12 12:00"),
    ("周五晚8点见", "周五晚8点=2026-03-13 20:00"),
    ("明天15时30分起飞", "明天15时30分=2026-03-12 15:30"),
    ("下午三点提醒我喝水", "下午三点=2026-03-11 15:00"),
    ("下午要去银行", "下午=2026-03-11 下午"),
    ("三天前摔了一跤", "三天前=2026-03-08"),
    ("10天后出院", "10天后=2026-03-21"),
    ("半小时后叫我", "半小时后=2026-03-11 10:30"),
    ("两个小时前吃的药", "两个小时前=2026-03-11 08:00"),
    ("二十分钟之后出发", "二十分钟之后=2026-03-11 10:20"),
    ("两个月前辞职了", "两个月前=2026-01"),
    ("两个月后搬家", "两个月后=2026-05"),
    ("半年前开始学琴", "半年前=2025-09"),
    ("三周后答辩", "三周后=2026-04-01"),
    ("五年前毕业", "五年前=2021"),
    ("一年半以前戒了烟", "一年半以前=2024-09"),
    ("半个月前来过", "半个月前=2026-02-24"),
    ("上周三去了医院", "上周三=2026-03-04"),
    ("下周三去看牙医", "下周三=2026-03-18"),
    ("这周五聚餐", "这周五=2026-03-13"),
    ("这周日加班", "这周日=2026-03-15"),
    ("下下周一开学", "下下周一=2026-03-23"),
    ("上上周五见过", "上上周五=2026-02-27"),
    ("上个星期天爬山", "上个星期天=2026-03-08"),
    ("下礼拜二复诊", "下礼拜二=2026-03-17"),
    ("下周很忙", "下周=2026-03-16 至 2026-03-22"),
    ("上个星期在出差", "上个星期=2026-03-02 至 2026-03-08"),
    ("本周完成", "本周=2026-03-09 至 2026-03-15"),
    ("周五交报告", "周五=2026-03-13"),
    ("周五去了趟宜家", "周五=2026-03-06"),
    ("星期一要开会", "星期一=2026-03-16"),
    ("周末去露营", "周末=2026-03-14 至 2026-03-15"),
    ("周末去爬了山", "周末=2026-03-07 至 2026-03-08"),
    ("上周末在家", "上周末=2026-03-07 至 2026-03-08"),
    ("下个周末有空", "下个周末=2026-03-21 至 2026-03-22"),
    ("上个月换了工作", "上个月=2026-02"),
    ("下个月结婚", "下个月=2026-04"),
    ("这个月预算超了", "这个月=2026-03"),
    ("上上个月的账单", "上上个月=2026-01"),
    ("下个月5号还款", "下个月5号=2026-04-05"),
    ("月底交房", "月底=2026-03-21 至 2026-03-31"),
    ("这个月底离职", "这个月底=2026-03-21 至 2026-03-31"),
    ("下月初出差", "下月初=2026-04-01 至 2026-04-10"),
    ("下个月中旬考试", "下个月中旬=2026-04-11 至 2026-04-20"),
    ("年底前买车", "年底=2026-10 至 2026-12"),
    ("明年初回国", "明年初=2027-01 至 2027-03"),
    ("去年底分手的", "去年底=2025-10 至 2025-12"),
    ("今年想学游泳", "今年=2026"),
    ("去年去过日本", "去年=2025"),
    ("前年买的房", "前年=2024"),
    ("后年毕业", "后年=2028"),
    ("去年十月入职", "去年十月=2025-10"),
    ("明年三月生孩子", "明年三月=2027-03"),
    ("去年10月3号领证", "去年10月3号=2025-10-03"),
    ("2026年5月1日放假", "2026年5月1日=2026-05-01"),
    ("二〇二六年五月一日开业", "二〇二六年五月一日=2026-05-01"),
    ("2026/5/1截止", "2026/5/1=2026-05-01"),
    ("2026-05-01截止", "2026-05-01=2026-05-01"),
    ("5月20号领证", "5月20号=2026-05-20"),
    ("5月20日下午办手续", "5月20日下午=2026-05-20 下午"),
    ("五月一号出发", "五月一号=2026-05-01"),
    ("12月24日见过他", "12月24日=2025-12-24"),
    ("1月5日要续约", "1月5日=2027-01-05"),
    ("14号复查", "14号=2026-03-14"),
    ("5号要还信用卡", "5号=2026-04-05"),
    ("25号发了工资", "25号=2026-02-25"),
    ("2019年毕业", "2019年=2019"),
    ("2024年10月搬到深圳", "2024年10月=2024-10"),
    ("八月去海边", "八月=2026-08"),
    ("5月中旬交稿", "5月中旬=2026-05-11 至 2026-05-20"),
    ("第三季度上线", "第三季度=2026-Q3"),
    ("上季度亏损", "上季度=2025-Q4"),
    ("下个季度裁员", "下个季度=2026-Q2"),
    ("2026年第二季度发布", "2026年第二季度=2026-Q2"),
    ("去年夏天学会了游泳", "去年夏天=2025-06 至 2025-08"),
    ("明年春天种树", "明年春天=2027-03 至 2027-05"),
    ("3月5日到8日住酒店", "3月5日到8日=2026-03-05 至 2026-03-08"),
    ("5月1日-3日去杭州", "5月1日-3日=2026-05-01 至 2026-05-03"),
    ("4月28日至5月3日休假", "4月28日至5月3日=2026-04-28 至 2026-05-03"),
    ("下周一到周三出差", "下周一到周三=2026-03-16 至 2026-03-18"),
    ("明天下午三点到五点开会", "明天下午三点到五点=2026-03-12 15:00 至 2026-03-12 17:00"),
    ("春节回老家", "春节=2026-02-17"),
    ("明年春节去三亚", "明年春节=2027-02-06"),
    ("国庆要去西藏", "国庆=2026-10-01"),
    ("国庆假期要去西藏", "国庆假期=2026-10-01 至 2026-10-07"),
    ("五一想去成都", "五一=2026-05-01"),
    ("元旦回了家", "元旦=2026-01-01"),
    ("中秋节要回家", "中秋节=2026-09-25"),
    ("端午吃粽子", "端午=2026-06-19"),
    ("清明要扫墓", "清明=2026-04-05"),
    ("今年除夕在哪过", "今年除夕=2026-02-16"),
    ("去年圣诞节在纽约", "去年圣诞节=2025-12-25"),
    ("万圣节要化妆", "万圣节=2026-10-31"),
    ("明天at 3pm开会", "明天at 3pm=2026-03-12 15:00"),
    ("下周三 10:30 面试", "下周三 10:30=2026-03-18 10:30"),
    ("3月18日（周三）下午三点面试", "3月18日（周三）下午三点=2026-03-18 15:00"),
    ("最近三天没睡好", "最近三天=2026-03-09 至 2026-03-11"),
    ("过去两周都在加班", "过去两周=2026-02-26 至 2026-03-11"),
    ("未来一周有雨", "未来一周=2026-03-11 至 2026-03-17"),
    ("三天内回复", "三天内=2026-03-11 至 2026-03-13"),
    ("昨天买了票，后天走", "昨天=2026-03-10|后天=2026-03-13"),
    ("这个夏天去海边", "这个夏天=2026-06 至 2026-08"),
    ("明天一点吃饭", "明天一点=2026-03-12 13:00"),
    ("一点半开会", "一点半=2026-03-11 13:30"),
    ("明天六点起床", "明天六点=2026-03-12 06:00"),
    ("下周一起飞", "下周一=2026-03-16"),
    ("下周一起吃饭", "下周=2026-03-16 至 2026-03-22"),
    ("下周四或周五有空", "下周四=2026-03-19|周五=2026-03-20"),
    ("下周我去上海，周三回来", "下周=2026-03-16 至 2026-03-22|周三=2026-03-18"),
    ("周三周四都有空", "周三=2026-03-18|周四=2026-03-19"),
    ("双十一要买手机", "双十一=2026-11-11"),
    ("农历八月十五要团圆", "农历八月十五=2026-09-25"),
    ("昨晚两点睡的", "昨晚两点=2026-03-11 02:00"),
    ("周日到周二休息", "周日到周二=2026-03-15 至 2026-03-17"),
    ("两周后搬家", "两周后=2026-03-25"),
    ("两个星期后交稿", "两个星期后=2026-03-25"),
    ("两周后上午十点复查", "两周后上午十点=2026-03-25 10:00"),
    ("三天后下午两点开庭", "三天后下午两点=2026-03-14 14:00"),
    ("三四个月前见过", "三四个月前=2025-11 至 2025-12"),
    ("两三天后出结果", "两三天后=2026-03-13 至 2026-03-14"),
    ("2至3周后拆线", "2至3周后=2026-03-25 至 2026-04-01"),
    ("驾照二月到期", "二月=2027-02"),
    ("婚礼定在二月二号", "二月二号=2027-02-02"),
    ("婚礼定在十月二号", "十月二号=2026-10-02"),
    ("一月五号举行年会", "一月五号=2027-01-05"),
    ("一月五号举行了年会", "一月五号=2026-01-05"),
    ("明天下午两点到四点培训", "明天下午两点到四点=2026-03-12 14:00 至 2026-03-12 16:00"),
    ("下午两点到四点停电", "下午两点到四点=2026-03-11 14:00 至 2026-03-11 16:00"),
    ("明天早上八点到下午五点半上班", "明天早上八点到下午五点半=2026-03-12 08:00 至 2026-03-12 17:30"),
    ("下周二去验车，七点半到", "下周二=2026-03-17|七点半=2026-03-17 07:30"),
    ("下周二去验车。七点半要到。", "下周二=2026-03-17|七点半=2026-03-17 07:30"),
    ("下周二去验车，九点排队，下午三点取车", "下周二=2026-03-17|九点=2026-03-17 09:00|下午三点=2026-03-17 15:00"),
    ("今晚聚会，七点半到", "今晚=2026-03-11 晚上|七点半=2026-03-11 19:30"),
    ("昨天取了车。三点要开会", "昨天=2026-03-10|三点=2026-03-11 15:00"),
    ("5 月 12 号晚上八点演出", "5 月 12 号晚上八点=2026-05-12 20:00"),
    ("14 号要复查", "14 号=2026-03-14"),
    ("2026 年 5 月搬家", "2026 年 5 月=2026-05"),
    ("2026 年 5 月 12 日开馆", "2026 年 5 月 12 日=2026-05-12"),
    ("明天下午 3 点半接机", "明天下午 3 点半=2026-03-12 15:30"),
    ("3 天后取件", "3 天后=2026-03-14"),
    ("从下周一起戒糖", "下周一=2026-03-16"),
    ("从周一起早睡", "周一=2026-03-16"),
    ("从七月一号起涨价", "七月一号=2026-07-01"),
    ("十一假期去云南", "十一假期=2026-10-01 至 2026-10-07"),
    ("十一去云南", "十一=2026-10-01"),
    ("十一打算回老家", "十一=2026-10-01"),
    ("十一去了趟云南", "十一=2025-10-01"),
    ("月底前交材料", "月底=2026-03-21 至 2026-03-31"),
    ("周五之前交材料", "周五=2026-03-13"),
    ("一两年后再说", "一两年后=2027 至 2028"),
    ("排位赛挪到 19 号晚上八点半", "19 号晚上八点半=2026-03-19 20:30"),
    ("新品发布从三月十号推迟到四月二十号", "三月十号=2026-03-10|四月二十号=2026-04-20"),
    ("这个月 28 号要还信用卡", "这个月 28 号=2026-03-28"),
    ("明天开会，现在三点", "明天=2026-03-12|三点=2026-03-11 15:00"),
]

ENGLISH = [
    ("I feel great today", "today=2026-03-11"),
    ("call mom tomorrow", "tomorrow=2026-03-12"),
    ("went there yesterday", "yesterday=2026-03-10"),
    ("leaving the day after tomorrow", "the day after tomorrow=2026-03-13"),
    ("we met the day before yesterday", "the day before yesterday=2026-03-09"),
    ("dinner tonight", "tonight=2026-03-11 evening"),
    ("I overslept this morning", "this morning=2026-03-11 morning"),
    ("slept badly last night", "last night=2026-03-10 evening"),
    ("see you tomorrow morning", "tomorrow morning=2026-03-12 morning"),
    ("call me tomorrow at 3:30pm", "tomorrow at 3:30pm=2026-03-12 15:30"),
    ("at 7 tonight", "7 tonight=2026-03-11 19:00"),
    ("dinner at 7", "7=2026-03-11 19:00"),
    ("let's meet at half past six", "half past six=2026-03-11 18:30"),
    ("lunch at noon tomorrow", "noon tomorrow=2026-03-12 12:00"),
    ("the offer ends tomorrow at midnight", "tomorrow at midnight=2026-03-13 00:00"),
    ("tomorrow at quarter to nine", "tomorrow at quarter to nine=2026-03-12 08:45"),
    ("the call is at 15:00", "15:00=2026-03-11 15:00"),
    ("standup at 8 a.m. tomorrow", "8 a.m. tomorrow=2026-03-12 08:00"),
    ("we open at seven o'clock tomorrow", "at seven o'clock tomorrow=2026-03-12 07:00"),
    ("I quit three days ago", "three days ago=2026-03-08"),
    ("the movers come in two weeks", "in two weeks=2026-03-25"),
    ("we move in a fortnight", "in a fortnight=2026-03-25"),
    ("she left a couple of weeks ago", "a couple of weeks ago=2026-02-23 to 2026-03-01"),
    ("call back in half an hour", "in half an hour=2026-03-11 10:30"),
    ("call back in 20 minutes", "in 20 minutes=2026-03-11 10:20"),
    ("it rained two hours ago", "two hours ago=2026-03-11 08:00"),
    ("I moved here two months ago", "two months ago=2026-01"),
    ("we married five years ago", "five years ago=2021"),
    ("half a year ago I was ill", "half a year ago=2025-09"),
    ("a week from tomorrow", "a week from tomorrow=2026-03-19"),
    ("next Friday works", "next Friday=2026-03-20"),
    ("this Friday works", "this Friday=2026-03-13"),
    ("I saw her last Tuesday", "last Tuesday=2026-03-10"),
    ("I saw her last Friday", "last Friday=2026-03-06"),
    ("the exam is on Monday", "Monday=2026-03-16"),
    ("I went climbing on Monday", "Monday=2026-03-09"),
    ("I'll call you Friday", "Friday=2026-03-13"),
    ("On Friday, I went to the gym", "Friday=2026-03-06"),
    ("I am flying home on Sat", "Sat=2026-03-14"),
    ("Friday at 3pm is fine", "Friday at 3pm=2026-03-13 15:00"),
    ("Monday morning works", "Monday morning=2026-03-16 morning"),
    ("Friday next week", "Friday next week=2026-03-20"),
    ("busy this week", "this week=2026-03-09 to 2026-03-15"),
    ("next week is free", "next week=2026-03-16 to 2026-03-22"),
    ("I was ill last week", "last week=2026-03-02 to 2026-03-08"),
    ("the week before last was mad", "the week before last=2026-02-23 to 2026-03-01"),
    ("rent is due next month", "next month=2026-04"),
    ("I got promoted last month", "last month=2026-02"),
    ("next year we move", "next year=2027"),
    ("last year was hard", "last year=2025"),
    ("revenue fell last quarter", "last quarter=2025-Q4"),
    ("this weekend we hike", "this weekend=2026-03-14 to 2026-03-15"),
    ("last weekend we hiked", "last weekend=2026-03-07 to 2026-03-08"),
    ("next weekend is booked", "next weekend=2026-03-21 to 2026-03-22"),
    ("we went to Spain last summer", "last summer=2025-06 to 2025-08"),
    ("next winter we ski", "next winter=2026-12 to 2027-02"),
    ("the end of the month", "the end of the month=2026-03-21 to 2026-03-31"),
    ("the start of next month", "the start of next month=2026-04-01 to 2026-04-10"),
    ("due 2026-05-01", "2026-05-01=2026-05-01"),
    ("due 5/20/2026", "5/20/2026=2026-05-20"),
    ("my flight is May 3", "May 3=2026-05-03"),
    ("my flight is 3 May", "3 May=2026-05-03"),
    ("the wedding is on the 3rd of May 2027", "the 3rd of May 2027=2027-05-03"),
    ("May 3, 2027 is the day", "May 3, 2027=2027-05-03"),
    ("we launch in May 2026", "May 2026=2026-05"),
    ("the lease ends on the 21st", "the 21st=2026-03-21"),
    ("rent is due on the 5th", "the 5th=2026-04-05"),
    ("I started last October", "last October=2025-10"),
    ("we move next March", "next March=2027-03"),
    ("I visited in August", "August=2025-08"),
    ("I will visit in August", "August=2026-08"),
    ("I graduated in 2019", "2019=2019"),
    ("we launch in Q3", "Q3=2026-Q3"),
    ("Q3 2025 was weak", "Q3 2025=2025-Q3"),
    ("the third quarter of 2026", "the third quarter of 2026=2026-Q3"),
    ("we met in the summer of 2018", "summer of 2018=2018-06 to 2018-08"),
    ("early April suits me", "early April=2026-04-01 to 2026-04-10"),
    ("from May 3 to May 6", "May 3 to May 6=2026-05-03 to 2026-05-06"),
    ("May 3-6 in Rome", "May 3-6=2026-05-03 to 2026-05-06"),
    ("I'll be away from Monday to Wednesday", "Monday to Wednesday=2026-03-16 to 2026-03-18"),
    ("tomorrow 3-5pm", "tomorrow 3-5pm=2026-03-12 15:00 to 2026-03-12 17:00"),
    ("free between May 3 and May 6", "May 3 and May 6=2026-05-03 to 2026-05-06"),
    ("2026-05-01 to 2026-05-03", "2026-05-01 to 2026-05-03=2026-05-01 to 2026-05-03"),
    ("Christmas will be quiet", "Christmas=2026-12-25"),
    ("last Christmas I got a bike", "last Christmas=2025-12-25"),
    ("New Year's Day was cold", "New Year's Day=2026-01-01"),
    ("Easter is early", "Easter=2026-04-05"),
    ("we will visit for Thanksgiving", "Thanksgiving=2026-11-26"),
    ("I'll dress up for Halloween", "Halloween=2026-10-31"),
    ("Valentine's Day was lovely", "Valentine's Day=2026-02-14"),
    ("Chinese New Year 2027", "Chinese New Year 2027=2027-02-06"),
    ("Monday, March 16 at 2pm", "Monday, March 16 at 2pm=2026-03-16 14:00"),
    ("Wednesday the 18th", "Wednesday the 18th=2026-03-18"),
    ("the morning of May 3", "morning of May 3=2026-05-03 morning"),
    ("it sold out in the last two weeks", "in the last two weeks=2026-02-26 to 2026-03-11"),
    ("May I call you on May 3?", "May 3=2026-05-03"),
    ("the flight leaves at 6 in the morning tomorrow", "6 in the morning tomorrow=2026-03-12 06:00"),
    ("tomorrow at noon and Friday", "tomorrow at noon=2026-03-12 12:00|Friday=2026-03-13"),
    ("3pm-5pm tomorrow", "3pm-5pm tomorrow=2026-03-12 15:00 to 2026-03-12 17:00"),
    ("meeting 10:00-11:30 tomorrow", "10:00-11:30 tomorrow=2026-03-12 10:00 to 2026-03-12 11:30"),
    ("the visit was moved to Thursday", "Thursday=2026-03-12"),
    ("next Monday and Tuesday", "next Monday=2026-03-16|Tuesday=2026-03-17"),
    ("we start on 2026-03-20T15:00:00", "2026-03-20T15:00:00=2026-03-20 15:00"),
    ("it closed in late 2024", "late 2024=2024-10 to 2024-12"),
    ("last night at 2am", "last night at 2am=2026-03-11 02:00"),
    ("two and a half hours ago", "two and a half hours ago=2026-03-11 07:30"),
    ("let's meet today at 5", "today at 5=2026-03-11 17:00"),
    ("the exam is the Saturday after next", "the Saturday after next=2026-03-21"),
    ("we fly out on 2 May and return the Monday after", "2 May=2026-05-02|the Monday after=2026-05-04"),
    ("the fair is on 2 May, the party the following Monday", "2 May=2026-05-02|the following Monday=2026-05-04"),
    ("we arrive Saturday the 2nd of May", "Saturday the 2nd of May=2026-05-02"),
    ("we arrive Saturday, the 2nd of May 2026 at 3pm", "Saturday, the 2nd of May 2026 at 3pm=2026-05-02 15:00"),
    ("the fair is Saturday 2 May", "Saturday 2 May=2026-05-02"),
    ("the fair is on Saturday the 2nd", "Saturday the 2nd=2026-05-02"),
    ("the second Saturday in July", "the second Saturday in July=2026-07-11"),
    ("the last Friday of April", "the last Friday of April=2026-04-24"),
    ("the first Monday of next month", "the first Monday of next month=2026-04-06"),
    ("we move in exactly two weeks", "in exactly two weeks=2026-03-25"),
    ("the sale ends in three days", "in three days=2026-03-14"),
    ("the piano arrives in two weeks, 11am", "in two weeks, 11am=2026-03-25 11:00"),
    ("results come in 2-3 weeks", "in 2-3 weeks=2026-03-25 to 2026-04-01"),
    ("my passport expires in November", "November=2026-11"),
    ("my permit expires in February", "February=2027-02"),
    ("the gala is on 3 February", "3 February=2027-02-03"),
    ("a cruise is booked for 3 November", "3 November=2026-11-03"),
    ("the flight's at 6:40am on the 3rd", "6:40am on the 3rd=2026-04-03 06:40"),
    ("the plumber comes tomorrow between 2 and 4pm", "tomorrow between 2 and 4pm=2026-03-12 14:00 to 2026-03-12 16:00"),
    ("between 9am and 11am tomorrow", "9am and 11am tomorrow=2026-03-12 09:00 to 2026-03-12 11:00"),
    ("the workshop is tomorrow from 9 to 5", "tomorrow from 9 to 5=2026-03-12 09:00 to 2026-03-12 17:00"),
    ("I'm free from 2 to 4", "2 to 4=2026-03-11 14:00 to 2026-03-11 16:00"),
    ("the call will be 2-4pm", "2-4pm=2026-03-11 14:00 to 2026-03-11 16:00"),
    ("the dinner is on 18 September, 7:15", "18 September, 7:15=2026-09-18 19:15"),
    ("the concert is on 18 September. Be there at 7:15", "18 September=2026-09-18|7:15=2026-09-18 07:15"),
    ("dinner is on 18 September, doors at 7:15", "18 September=2026-09-18|7:15=2026-09-18 19:15"),
    ("I was ill yesterday. The call is at 15:00", "yesterday=2026-03-10|15:00=2026-03-11 15:00"),
    ("send it by Friday", "Friday=2026-03-13"),
    ("this Saturday the 14th suits me", "this Saturday the 14th=2026-03-14"),
    ("we wed on 6 June; the Monday after, we fly", "6 June=2026-06-06|the Monday after=2026-06-08"),
    ("the party is tomorrow, lunch at 11, dinner at 7", "tomorrow=2026-03-12|11=2026-03-12 11:00|7=2026-03-12 19:00"),
]

RECURRING = [
    ("every Monday I run", "every Monday=weekly:MO", "2026-03-16"),
    ("On Mondays I run", "On Mondays=weekly:MO", "2026-03-16"),
    ("yoga Saturdays at 2pm", "Saturdays at 2pm=weekly:SA 14:00", "2026-03-14"),
    ("I work weekdays", "weekdays=weekly:MO,TU,WE,TH,FR", "2026-03-11"),
    ("I meditate every day", "every day=daily", "2026-03-11"),
    ("I meditate daily", "daily=daily", "2026-03-11"),
    ("we meet weekly", "weekly=weekly", "2026-03-09"),
    ("every other week", "every other week=every 2 weeks", "2026-03-09"),
    ("every Tuesday and Thursday", "every Tuesday and Thursday=weekly:TU,TH", "2026-03-12"),
    ("every morning I read", "every morning=daily morning", "2026-03-11"),
    ("the 10th of every month", "the 10th of every month=monthly:10", "2026-04-10"),
    ("every May 3rd", "every May 3rd=yearly:05-03", "2026-05-03"),
    ("open Monday to Friday", "Monday to Friday=weekly:MO,TU,WE,TH,FR", "2026-03-11"),
    ("on weekends I paint", "on weekends=weekly:SA,SU", "2026-03-14"),
    ("every weekday at 9am", "every weekday at 9am=weekly:MO,TU,WE,TH,FR 09:00", "2026-03-12"),
    ("每周一开例会", "每周一=weekly:MO", "2026-03-16"),
    ("每周三晚上练琴", "每周三晚上=weekly:WE evening", "2026-03-11"),
    ("每周一、三、五健身", "每周一、三、五=weekly:MO,WE,FR", "2026-03-11"),
    ("每周一到周五上班", "每周一到周五=weekly:MO,TU,WE,TH,FR", "2026-03-11"),
    ("周一到周五上班", "周一到周五=weekly:MO,TU,WE,TH,FR", "2026-03-11"),
    ("每天早上喝咖啡", "每天早上=daily morning", "2026-03-11"),
    ("每天早上七点起床", "每天早上七点=daily 07:00", "2026-03-12"),
    ("每天喝水", "每天=daily", "2026-03-11"),
    ("天天加班", "天天=daily", "2026-03-11"),
    ("每个月10号发工资", "每个月10号=monthly:10", "2026-04-10"),
    ("逢周五吃素", "逢周五=weekly:FR", "2026-03-13"),
    ("每年5月20日庆祝", "每年5月20日=yearly:05-20", "2026-05-20"),
    ("每个周末回家", "每个周末=weekly:SA,SU", "2026-03-14"),
    ("工作日不喝酒", "工作日=weekly:MO,TU,WE,TH,FR", "2026-03-11"),
    ("每两周剪一次头发", "每两周=every 2 weeks", "2026-03-09"),
    ("I play chess on Tuesday evenings", "on Tuesday evenings=weekly:TU evening", "2026-03-17"),
    ("every Friday from 6pm to 8pm", "every Friday from 6pm to 8pm=weekly:FR 18:00", "2026-03-13"),
    ("每周一起吃饭", "每周=weekly", "2026-03-09"),
    ("每月底盘点", "每月底=monthly end", "2026-03-21"),
    ("每个月月底盘点", "每个月月底=monthly end", "2026-03-21"),
    ("每月 10 号还房贷", "每月 10 号=monthly:10", "2026-04-10"),
    ("每天早上八点到下午五点半上班", "每天早上八点到下午五点半=daily 08:00", "2026-03-12"),
]

LENGTHS = [
    ("I slept for two hours", "two hours"),
    ("it took half an hour", "half an hour"),
    ("三亚玩了五天，", "五天"),
    ("开会开了两个小时", "两个小时"),
    ("我等了十分钟", "十分钟"),
    ("学了三年法语", "三年"),
    ("住了半个月", "半个月"),
    ("I finished it in two hours", "in two hours"),
    ("a three-day trip", "three-day"),
    ("一个半小时的课", "一个半小时"),
    ("she ran a half marathon in 1:52", "1:52"),
    ("ran it in 23:10", "23:10"),
    ("I finished in 3:45:10", "3:45:10"),
    ("十公里用时52:30", "52:30"),
]

NOTHING = [
    "You may be right",
    "May I ask you something?",
    "they march against the war",
    "she sat on the chair",
    "he came in second place",
    "I'll be back in a second",
    "give me a second",
    "we upgraded to Python 3.11",
    "a coffee costs 12.5 euros",
    "they won 3:2",
    "call 138-1234-5678 please",
    "my number is 555-2019",
    "Friday the 13th is a film",
    "at last it worked",
    "the last page is missing",
    "a few days ago it was fine",
    "I ran into him the other day",
    "see https://example.com/2026-05-01/report",
    "run `date -d 2026-05-01`",
    "write to bob.2026-05-01@example.com",
    "I usually wake at 7",
    "we fell in love at night",
    "the 21st century",
    "he is 5 years old",
    "Happy Easter",
    "buy an easter egg",
    "简单一点",
    "请快一点",
    "有两点要注意",
    "这三点很重要",
    "他三天两头迟到",
    "一天一包烟",
    "十分高兴",
    "型号是M1月光版",
    "小数是三点五",
    "住在南京路14号",
    "坐14号线去",
    "几天前还好好的",
    "说明天气对人的影响",
    "然后天黑了",
    "目前天气很好",
    "他是后天努力的",
    "五一路很堵",
    "春节快乐",
    "晚上好",
    "我喜欢早上喝咖啡",
    "比分是21:15",
    "一周三次",
    "一天三次，每次两片",
    "the score was 21:15",
    "Version 2026.1.2 is out",
    "2026-02-30 does not exist",
    "it is 0月0日",
    "100000天后",
    "500000 years ago",
    "我对花生过敏",
    "I like tea more than coffee",
    "早上八点到下午五点半上班",
    "I work 9am to 5pm",
    "he works from 9 to 5",
    "the price went from 9 to 5",
    "有十一个人去",
    "三五个朋友",
    "快递寄到云谷路 12 号",
    "kids aged from 5 to 9",
    "an average between 2 and 4",
]


def said_of(mention: TimeMention, language: str) -> str:
    return f"{mention.text}={spell_date(mention, language)}"


@each_row(("sentence", "expected"), CHINESE)
def test_chinese_times_mean_their_dates(sentence: str, expected: str) -> None:
    """Each Chinese expression covers the interval a reader on that day would give it."""
    assert "|".join(said_of(mention, "zh") for mention in find_times(sentence, WEDNESDAY, SHANGHAI)) == expected


@each_row(("sentence", "expected"), ENGLISH)
def test_english_times_mean_their_dates(sentence: str, expected: str) -> None:
    """Each English expression covers the interval a reader on that day would give it."""
    assert "|".join(said_of(mention, "en") for mention in find_times(sentence, WEDNESDAY, SHANGHAI)) == expected


@each_row(("sentence", "expected", "first"), RECURRING)
def test_what_recurs_has_a_rule_and_a_next_time(sentence: str, expected: str, first: str) -> None:
    """A recurring time gives its rule, and as its interval the next occurrence."""
    (mention,) = find_times(sentence, WEDNESDAY, SHANGHAI)
    assert (f"{mention.text}={mention.recurring}", mention.begins.date().isoformat()) == (expected, first)


@each_row(("sentence", "length"), LENGTHS)
def test_a_length_is_no_date(sentence: str, length: str) -> None:
    """How long something takes is found as a length, empty, at the moment of saying."""
    (mention,) = find_times(sentence, WEDNESDAY, SHANGHAI)
    assert (mention.text, mention.duration, mention.begins, mention.ends) == (length, True, WEDNESDAY, WEDNESDAY)


@each_row("sentence", NOTHING)
def test_what_only_looks_like_a_time_is_none(sentence: str) -> None:
    """Homographs, figures of other kinds, vague and habitual times give no dated mention."""
    assert [mention.text for mention in find_times(sentence, WEDNESDAY, SHANGHAI) if not mention.duration] == []


SENTENCES = [row[0] for row in (*CHINESE, *ENGLISH, *RECURRING, *LENGTHS)] + NOTHING


@each_row("language", ["zh", "en"])
@each_row("sentence", SENTENCES)
def test_dating_a_text_twice_adds_nothing(sentence: str, language: str) -> None:
    """Running `absolute` on its own result changes nothing."""
    once = add_absolute_dates(sentence, WEDNESDAY, SHANGHAI, language)
    assert add_absolute_dates(once, WEDNESDAY, SHANGHAI, language) == once


@each_row(
    ("sentence", "language", "dated"),
    [
        ("下周三去看牙医", "zh", "下周三（2026-03-18）去看牙医"),
        ("went there yesterday", "en", "went there yesterday (2026-03-10)"),
        ("昨天买了票，后天走", "zh", "昨天（2026-03-10）买了票，后天（2026-03-13）走"),
        ("下周很忙", "zh", "下周（2026-03-16 至 2026-03-22）很忙"),
        ("busy next week", "en", "busy next week (2026-03-16 to 2026-03-22)"),
        ("5月20号领证", "zh", "5月20号（2026-05-20）领证"),
        ("my flight is May 3.", "en", "my flight is May 3 (2026-05-03)."),
        ("明天晚上聚餐", "zh", "明天晚上（2026-03-12 晚上）聚餐"),
        ("due 2026-05-01", "en", "due 2026-05-01"),
        ("2026年5月1日放假", "zh", "2026年5月1日放假"),
        ("每周一开例会", "zh", "每周一开例会"),
        ("I slept for two hours", "en", "I slept for two hours"),
        ("下周三（3月18日）体检", "zh", "下周三（3月18日（2026-03-18））体检"),
        ("we meet Saturday the 2nd of May", "en", "we meet Saturday the 2nd of May (2026-05-02)"),
        ("we move in two weeks, 11am", "en", "we move in two weeks, 11am (2026-03-25 11:00)"),
    ],
)
def test_what_is_relative_gets_its_date_behind_it(sentence: str, language: str, dated: str) -> None:
    """Relative dates and dates without a year are dated; full dates, cycles and lengths stay as they are."""
    assert add_absolute_dates(sentence, WEDNESDAY, SHANGHAI, language) == dated


@each_row(
    ("sentence", "grain"),
    [
        ("明天下午三点一刻", Grain.MINUTE),
        ("明天下午三点", Grain.HOUR),
        ("明天下午", Grain.PART_OF_DAY),
        ("明天", Grain.DAY),
        ("下周", Grain.WEEK),
        ("下周末", Grain.WEEKEND),
        ("下个月", Grain.MONTH),
        ("下季度", Grain.QUARTER),
        ("去年夏天", Grain.SEASON),
        ("明年", Grain.YEAR),
    ],
)
def test_the_grain_is_how_precisely_it_was_said(sentence: str, grain: Grain) -> None:
    """Each way of saying has its grain."""
    assert [mention.grain for mention in find_times(sentence, WEDNESDAY, SHANGHAI)] == [grain]


@each_row(
    ("said", "date"),
    [
        (datetime(2026, 3, 13, 9, tzinfo=SHANGHAI), "2026-03-20"),
        (datetime(2026, 3, 15, 9, tzinfo=SHANGHAI), "2026-03-20"),
    ],
)
def test_next_friday_is_the_friday_of_next_week(said: datetime, date: str) -> None:
    """Also on a Friday, and on the Sunday before."""
    (mention,) = find_times("next Friday", said, SHANGHAI)
    assert mention.begins.date().isoformat() == date


def test_a_day_is_the_day_in_the_users_zone() -> None:
    """Half past four in the afternoon UTC is already tomorrow in Shanghai."""
    (mention,) = find_times("今天", datetime(2026, 4, 15, 16, 30, tzinfo=UTC), SHANGHAI)
    assert mention.begins == datetime(2026, 4, 16, tzinfo=SHANGHAI)
    assert mention.begins.utcoffset() == SHANGHAI.utcoffset(datetime(2026, 4, 16))  # noqa: DTZ001 - asked of the zone


def test_a_day_of_the_clock_change_has_its_own_length() -> None:
    """Midnight to midnight is 23 hours where the clocks go forward."""
    (mention,) = find_times("tomorrow", datetime(2026, 3, 7, 12, tzinfo=NEW_YORK), NEW_YORK)
    assert (mention.ends.astimezone(UTC) - mention.begins.astimezone(UTC)).total_seconds() == 23 * 3600


def test_hours_ago_are_elapsed_hours() -> None:
    """Over a clock change three hours ago is four hours on the wall."""
    (mention,) = find_times("three hours ago", datetime(2026, 3, 8, 5, tzinfo=NEW_YORK), NEW_YORK)
    assert mention.begins.hour == 1


def test_a_time_the_clocks_skip_comes_after_the_gap() -> None:
    """Half past two does not exist that night; it is taken as half past three."""
    (mention,) = find_times("2026-03-08 02:30", datetime(2026, 3, 1, tzinfo=NEW_YORK), NEW_YORK)
    assert (mention.begins.hour, mention.begins.minute) == (3, 30)


def test_a_moment_without_zone_is_refused() -> None:
    """The moment of saying must carry its zone."""
    with pytest.raises(InvalidTime):
        find_times("tomorrow", WEDNESDAY.replace(tzinfo=None), SHANGHAI)


FRAGMENTS = st.sampled_from(
    [
        "今天",
        "明天",
        "下周",
        "周三",
        "下午",
        "三点",
        "半",
        "到",
        "的",
        "5月",
        "20号",
        "，",
        "每",
        "月底",
        "年",
        "N",
        "一",
        "两个",
        "小时",
        "前",
        "后",
        "去了",
        "要",
        "（",
        "）",
        "2026",
        "-",
        "05",
        ":",
        "tomorrow",
        "next",
        "Friday",
        "last",
        "at",
        "7",
        "pm",
        "3",
        "May",
        "to",
        "every",
        "Monday",
        "morning",
        "in",
        "two",
        "weeks",
        "ago",
        "on",
        "the",
        "31st",
        "2月30日",
        "Feb",
        "29",
        "Q3",
        "Christmas",
        "春节",
        "99999",
        "9999年",
        "季度",
        "周",
        "天",
        "12:30",
        "除夕",
        "and",
        "noon",
    ]
)


@given(parts=st.lists(FRAGMENTS, max_size=8), space=st.sampled_from(["", " "]))
def test_mentions_stand_in_order_and_quote_the_text(parts: list[str], space: str) -> None:
    """Whatever is said, mentions keep their order, quote the text, end after they begin, are dated once."""
    text = space.join(parts)
    mentions = find_times(text, WEDNESDAY, SHANGHAI)
    assert all(text[mention.start : mention.end] == mention.text for mention in mentions)
    assert all(left.end <= right.start for left, right in pairwise(mentions))
    assert all(mention.begins < mention.ends or mention.duration for mention in mentions)
    once = add_absolute_dates(text, WEDNESDAY, SHANGHAI, "en")
    assert add_absolute_dates(once, WEDNESDAY, SHANGHAI, "en") == once
