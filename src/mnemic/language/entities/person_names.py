"""Given names and surnames: evidence that a word names somebody.

First names are common ones of many countries, written by hand; Chinese surnames are those of the hundred most
frequent, by the household register's yearly report, with a few more; the characters are those given names are mostly
made of.
"""

from __future__ import annotations

FIRST_NAMES = frozenset(
    (
        "aaron abby abdul abel abigail adam adele adrian ahmed aisha aiden akira alan albert alejandro alex alexa"
        " alexander alexandra alexis ali alice alicia alina alison allison alma alvin amanda amara amelia amir amy"
        " ana anastasia andre andrea andreas andrew andy angela angelica anika anita ann anna annabel anne annette"
        " annie anthony anton antonio arash ariel arjun arnold arthur arturo asha ashley astrid audrey ava barbara"
        " barry beatrice becca becky belinda ben benedict benjamin bernard bernice beth bethany betty beverly bex"
        " bianca björn bob bobby boris brad bradley brandon brenda brendan brian bridget bruce bruno bryan caitlin"
        " caleb callum calvin camila camille cameron carl carla carlos carmen carol carolina caroline carrie"
        " catherine cathy cecilia cedric celia chandra chantal charles charlie charlotte chen chiara chloe chris"
        " christina christine christopher cindy claire clara claude claudia clive colin connie connor craig"
        " cristina crystal curtis cynthia daisuke damian damien dan dana daniel daniela danielle danny daphne"
        " darren dave david deborah debbie denise dennis derek diana diane diego dimitri dina dmitri dolores"
        " dominic donald donna doris dorothy doug douglas duncan dylan eddie edgar edith edmund eduardo edward"
        " edwin eileen elaine eleanor elena eli elias elif elijah elisa elise eliza elizabeth ella ellen ellie"
        " eliot elliot elsa elsie emil emilia emily emma emmanuel enrique eric erica erik erika erin ernest esra"
        " esteban esther ethan eugene eva evan evelyn fabian farah fatima felicia felix fernanda fernando finn"
        " fiona florian fran frances francesca francis francisco fred freddie frederick freya gabriel gabriela"
        " gareth gary gavin gemma geoff george georgia georgina gerald gerard gillian gina giorgio giovanni giulia"
        " gloria gonzalo gordon graham greg gregory greta gustavo hana hank hannah hans hao harold harriet harry"
        " harvey hassan hazel heather hector heidi helen helena helga henrik henry herbert hiroshi howard hugo"
        " hussein ian ibrahim igor imani imran ines ingrid irene irina isaac isabel isabella isabelle isla ivan"
        " jacek jack jackie jacob jacqueline jade jaime jake jakob jamal james jamie jamila jan jana jane janet"
        " janice jared jason javier jean jeff jeffrey jen jenna jennifer jenny jeremy jerome jerry jess jesse"
        " jessica jessie jill jim jimmy jin joan joanna joanne joao jodie joe joel johan johanna johannes john"
        " johnny jonas jonathan jordan jorge jose josé josef joseph josephine josh joshua joyce juan juanita"
        " judith judy jules julia julian juliana julie juliet julio june jun justin kai kamal kara karen karim"
        " karin karina karl karla kate katarina katherine kathleen kathy katie katrina kayla keiko keith kelly"
        " kelvin ken kenji kenneth kenny kerry kevin khadija kieran kim kira kirsten klara kofi kristen kristina"
        " kumar kurt kwame kyle lance lara larry lars laura lauren laurence lea leah leila lena leo leon leonard"
        " leonie leroy leslie levi lewis liam lidia linda lindsay linus lionel lisa liz lizzie lloyd lola lorenzo"
        " lorna lottie louis louisa louise luca lucas lucia lucinda lucy luigi luis luisa luka lukas luke luna"
        " lydia lynn mabel maddie madeleine madison magda magnus mahmoud maggie maja malcolm malik mandy manuel"
        " marc marcel marcia marco marcos marcus margaret margot maria mariana marianne marie marina mario marion"
        " marisol marissa marjorie marlene marlon marta martha martin martina marvin mary mason mateo mathilda"
        " matilda matt matteo matthew maureen maurice mauricio mavis maxine maya megan mehmet mei mel melanie"
        " melinda melissa meredith mia michael michel michele michelle miguel mike mikhail mila milan milena milo"
        " minh miranda miriam misha mitchell mohamed mohammed moira molly mona monica monika morgan moritz"
        " muhammad muriel mustafa myra nadia nadine nancy naomi nasser natalia natalie natasha nathan nathalie"
        " neha neil nell nellie nelson niall nicholas nick nicky nico nicola nicole nigel nikita nikolai nils nina"
        " noah noel noemi noor nora norah norman nour octavia ola oleg olga oliver olivia olu omar oscar otto owen"
        " pablo pamela paola parker patricia patrick paul paula pauline pavel pedro peggy percy peter petra phil"
        " philip philippa phoebe pierre pilar piotr polly prakash priya quentin quinn rachel rafael raj rajesh"
        " ralph ramona raquel rashid raul ravi raymond rebecca reggie regina renata rene renée rhys ricardo"
        " richard rick ricky rita roberta robert roberto rodney rodrigo roger roland roman romeo ron ronald ronnie"
        " rosa rosalie rosario rosie ross rowan roxanne roy rupert russell ruth ryan sabine sabrina sadie said"
        " sakura salma sally salvador sam samantha samir samuel sana sandra sandy sanjay sara sarah sasha saul"
        " scott sean sebastian selena selma serena sergei sergio seth shane shannon sharon shaun sheila shelly"
        " shirley sharma sian sidney siegfried sigrid silvia simon simone siobhan sofia sofie sonia sonja sophia"
        " sophie stacey stan stanley stefan stefanie stella stephanie stephen steve steven stuart sunil susan"
        " susanna susanne suzanne sven sylvia takeshi tamara tanya tara tariq tatiana ted teresa terrence terry"
        " tess theo theodore theresa thomas tiago tiffany tilda tim timothy tina tobias toby todd tom tomas tomasz"
        " tommy tony tracey tracy trevor tricia tristan troy tyler ulrich ursula valentina valeria valerie vanessa"
        " vera veronica vicky victor victoria vijay vikram vincent viola virginia vivian vivienne vladimir walter"
        " wanda warren wayne wendy wesley wilfred wilhelm willem william winston xavier yara yasmin yolanda yuki"
        " yumi yuri yusuf yvette yvonne zac zach zachary zainab zara zeynep zoe zoey zuri"
    ).split()
)

NAMES_ALSO_WORDS = frozenset(
    (
        "will may mark jack bill grace hope rose april june august summer faith joy art frank rob pat sue drew"
        " chase dean ray ivy iris olive holly sky dawn eve amber ruby pearl max miles rich guy gene christian"
        " penny daisy lily violet jasmine basil angel melody harmony destiny autumn robin jay bob jean ken carol"
        " said parker mason hazel jade jordan georgia melody sandy kelly crystal dolly dale cliff norm wade lance"
        " grant chuck chip buddy rusty sunny honey peter mercy charity patience prudence constance heather"
        " rosemary ginger pepper cherry clay reed cole dash ace duke earl judge major prince baron bishop cook"
        " baker miller smith hunter carter taylor turner parker gray brown black white green young long short"
        " little wood woods hill hills brook brooks rivers lake fields stone king rain storm"
    ).split()
)
"""First names and surnames that are words as well: names where something else says so."""

SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖"
    "贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施洪季庄章鲁葛俞殷翟安倪常牛柳童欧关时"
    "司齐梅左柯倪兰阮岳骆辛詹管焦凌苗曲祝尚霍蓝纪舒屈项甘路鲍涂桂裴车池"
)
COMPOUND_SURNAMES = frozenset("欧阳 司马 上官 诸葛 夏侯 慕容 皇甫 令狐 东方 尉迟 公孙 端木 司徒 南宫 独孤".split())
WORDLIKE_SURNAMES = frozenset(
    "于何时安常关白黄马方江高金石钱余温向任万段莫成管车路章史全尚项池左季康齐严辛苗武龙田夏叶程林汤雷牛童司"
)
"""Surnames that are everyday words or parts of them: a name with one needs more to speak for it."""

GIVEN_NAME_CHARACTERS = frozenset(
    "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂英华文辉力健俊帆鹏飞鑫波斌宇浩凯秀兰玉萍红鑫燕梅琳雪婷慧颖莹倩薇佳雅欣悦怡"
    "晨阳晓晴雯诗涵梓轩子涵思睿一诺萱妍琪瑶璐瑾瑜瑞祥龙虎彪昊昕昱晟晖志建国庆海山峰岩林森松柏桦楠博毅恒远航翔羽鸣凡嘉家宁安"
    "康泰乐琴珍珠凤莲荣彩云月星辰天朗逸然泽润清洁冰淑贞贤惠善良德仁义礼信诚忠孝廉学智新春秋冬夏东南西北光亮耀锋钢铁铭锐钧"
    "成业兴旺发达富贵福禄寿喜顺利吉祥才俊儒雄豪威武胜凌霄川江河湖洁曼妮娅媛娇婉婕嫣姗姝娴妙婧丹青紫若依菲芸蓉蕾茜苗苏莎菁"
    "芬芝萌可心爱恩念慈美艺音韵书画意晗昀曦皓然哲正立永长卓越启程进步旭升景煜烨炎焕灿炜坤培均坚城垚堃奇奕威孟季季伯仲叔少"
    "小大中元方圆品晶鑫淼焱森磊羽翎莉葵柳杨桃栋梁梦杉彬栩权来传宝宗定宜实宸宽富宏宛宣寒岚峻嵩巍巧帅帝平年广延弘彦彤征循"
    "微德志忆怀恺悠惟慕懿戈戎成战扬承振捷政敬斯昌易映晋普智曙朔朝本权李桐梵楚榕樱欢歌毓水沁沐沛沣泉法泓波洲洪浦淇淳淼清渊湘源"
    "溪滢漫澄澜灵烈照熙燃爽牧特玄玖玲珂珊珏珺琛琦琬琼瑄璇瓒生田由甲甫申男畅百皎盈盛真知石硕磊祎祖禹秉稚穆空章端竹笑策素纯纳绍"
    "维绮缘翠耘聪胤自舒舟航良艾芊芃苒英茂茵荷莺菊萧落葆蓓蓝薪虹行衍裕西言训词语诣诺谊谦豫贝赫起超跃路轶辞达迅运迪逍通邦郁采野"
    "金鉴钰锦镇长闻阔陌陶隆雁雨雪霆霏霖露靖静韬顶顺颂颜飒飘骁骏骞高鲲鸿鹤麒麟黛齐迟明羽"
)
