"""Organisations, products and services everybody knows by name, in both languages.

Written by hand: what people mention while they talk of work, travel, money and devices. A lower-case word such as
"zoom" or "excel" is none of them; a name is taken as it is written here.
"""

from __future__ import annotations

from types import MappingProxyType

from mnemic.domain.entity import EntityKind

_ORGANISATIONS = """
谷歌 Google|Alphabet;微软 Microsoft;亚马逊 Amazon;脸书 Facebook|Meta;英伟达 NVIDIA|Nvidia;英特尔 Intel;三星 Samsung
索尼 Sony;任天堂 Nintendo;特斯拉 Tesla;丰田 Toyota;本田 Honda;日产 Nissan;大众汽车 Volkswagen|VW;宝马 BMW
奔驰 Mercedes|Mercedes-Benz;奥迪 Audi;福特汽车 Ford;沃尔沃 Volvo;保时捷 Porsche;现代汽车 Hyundai;西门子 Siemens
博世 Bosch;飞利浦 Philips;松下 Panasonic;佳能 Canon;尼康 Nikon;戴尔 Dell;联想 Lenovo;惠普 HP;华硕 ASUS|Asus
华为 Huawei;腾讯 Tencent;阿里巴巴|阿里 Alibaba;字节跳动|字节 ByteDance;百度 Baidu;京东 JD|JD.com;美团 Meituan
拼多多 Pinduoduo|PDD;网易 NetEase;比亚迪 BYD;蔚来 NIO;理想汽车 Li Auto;小鹏 XPeng;大疆 DJI;中兴 ZTE;格力 Gree
海尔 Haier;美的集团 Midea;宜家 IKEA;沃尔玛 Walmart;家乐福 Carrefour;好市多|开市客 Costco;山姆会员店|山姆 Sam's Club
优衣库 Uniqlo|UNIQLO;无印良品 Muji|MUJI;耐克 Nike;阿迪达斯 Adidas;迪卡侬 Decathlon;星巴克 Starbucks;瑞幸 Luckin
喜茶 Heytea|HEYTEA;麦当劳 McDonald's;肯德基 KFC;必胜客 Pizza Hut;海底捞 Haidilao;全家便利店 FamilyMart
盒马 Hema|Freshippo;永辉 Yonghui;屈臣氏 Watsons;丝芙兰 Sephora;希尔顿 Hilton;万豪 Marriott;凯悦 Hyatt;如家 Home Inn
汉庭 Hanting;亚朵 Atour;全日空 ANA|All Nippon Airways;日航|日本航空 JAL|Japan Airlines;国航|中国国际航空 Air China
东航|东方航空 China Eastern;南航|南方航空 China Southern;海航|海南航空 Hainan Airlines;春秋航空 Spring Airlines
国泰航空|国泰 Cathay Pacific|Cathay;新航|新加坡航空 Singapore Airlines;汉莎|汉莎航空 Lufthansa
英航|英国航空 British Airways;法航|法国航空 Air France;荷航 KLM;阿联酋航空 Emirates;卡塔尔航空 Qatar Airways
瑞安航空 Ryanair;易捷 easyJet;达美 Delta;美联航 United Airlines;工商银行|工行 ICBC
建设银行|建行 CCB|China Construction Bank;农业银行|农行 Agricultural Bank of China;中国银行|中行 Bank of China
招商银行|招行 China Merchants Bank|CMB;交通银行|交行 Bank of Communications;汇丰|汇丰银行 HSBC
花旗银行|花旗 Citibank|Citi;渣打银行 Standard Chartered;中国移动 China Mobile;中国联通 China Unicom
中国电信 China Telecom;顺丰|顺丰快递 SF Express;圆通 YTO;中通 ZTO;敦豪 DHL;联邦快递 FedEx
北大|北京大学 Peking University;清华|清华大学 Tsinghua|Tsinghua University;复旦|复旦大学 Fudan|Fudan University
上海交大|上海交通大学 Shanghai Jiao Tong University;浙大|浙江大学 Zhejiang University;南京大学 Nanjing University
武汉大学|武大 Wuhan University;中山大学|中大 Sun Yat-sen University;人大|中国人民大学 Renmin University
哈佛|哈佛大学 Harvard|Harvard University;斯坦福|斯坦福大学 Stanford|Stanford University;麻省理工|麻省理工学院 MIT
牛津大学 Oxford University|University of Oxford;剑桥大学 Cambridge University|University of Cambridge
联合国 United Nations|UN;红十字会 Red Cross;世卫组织 WHO;- NASA;- NHS;- IBM;- SAP;- Oracle;- Salesforce;- OpenAI
- Anthropic;- Deloitte;- PwC;- KPMG;- Accenture;- McKinsey;- UNICEF;- UNESCO;- Greenpeace;- Tesco;- Sainsbury's
- Lidl;- Aldi;- Waitrose;- Target;- Whole Foods;- Trader Joe's;- Walgreens;- CVS;- Best Buy;- Home Depot;- Zara
- H&M;- Airbus;- Boeing;- Shell;- UPS;- USPS;- Royal Mail;- Amtrak;- Deutsche Bahn;- Greyhound;- Eurostar;- SNCF
- Vodafone;- Verizon;- T-Mobile;- AT&T;- Comcast;- BBC;- CNN;- Barclays;- Lloyds;- Santander;- Chase Bank
- Wells Fargo;- Deutsche Bank;- Goldman Sachs;- Morgan Stanley;- Revolut;- Monzo;- Intermountain;- Kaiser
- American Airlines;- Southwest Airlines;- Alaska Airlines;- Turkish Airlines;- Korean Air;- Thai Airways;- Qantas
- Iberia;- Finnair;- SAS;- Norwegian Air
"""

_PRODUCTS = """
微信 WeChat;支付宝 Alipay;淘宝 Taobao;天猫 Tmall;抖音 Douyin;小红书 Xiaohongshu|RedNote;知乎 Zhihu;微博 Weibo
豆瓣 Douban;哔哩哔哩|B站 Bilibili|bilibili;钉钉 DingTalk;飞书 Feishu|Lark;企业微信 WeCom;腾讯会议 Tencent Meeting
高德地图|高德 Amap;百度地图 Baidu Maps;滴滴 Didi|DiDi;饿了么 Ele.me;携程 Ctrip|Trip.com;飞猪 Fliggy
大众点评 Dianping;闲鱼 Xianyu;网易云音乐|网易云 NetEase Music;石墨文档 Shimo;印象笔记|Evernote Evernote
王者荣耀 Honor of Kings;原神 Genshin Impact;英雄联盟 League of Legends;塞尔达 Zelda;动物森友会|动森 Animal Crossing
健身环 Ring Fit;拍立得 Polaroid;得到App Dedao;多邻国 Duolingo;奈飞|网飞 Netflix;油管 YouTube|Youtube;推特 Twitter
领英 LinkedIn;爱彼迎 Airbnb;优步 Uber;- iPhone;- iPad;- iMac;- iCloud;- iOS;- macOS;- MacBook;- AirPods
- Apple Watch;- Kindle;- Kindle Paperwhite;- PlayStation;- Xbox;- Nintendo Switch;- Steam Deck;- Fitbit;- Garmin
- Roomba;- GoPro;- Chromecast;- Spotify;- Disney+;- HBO;- Hulu;- Audible;- Goodreads;- Strava;- WhatsApp;- Telegram
- Discord;- Instagram;- TikTok;- Snapchat;- Reddit;- Pinterest;- Twitch;- Tinder;- Hinge;- PayPal;- Venmo;- Gmail
- Outlook;- Google Maps;- Google Docs;- Google Drive;- Google Calendar;- Dropbox;- OneDrive;- Notion;- Obsidian
- Trello;- Jira;- Asana;- Figma;- Photoshop;- Lightroom;- PowerPoint;- Canva;- Slack;- Microsoft Teams;- ChatGPT
- Copilot;- Claude Code;- Python;- JavaScript;- TypeScript;- Java;- Kotlin;- Golang;- Rust;- Ruby on Rails;- C++
- C#;- PHP;- SQL;- React;- React Native;- Vue;- Angular;- Svelte;- Next.js;- Node.js;- Django;- Flask;- FastAPI
- PyTorch;- TensorFlow;- Pandas;- NumPy;- Docker;- Kubernetes;- Terraform;- Ansible;- PostgreSQL;- Postgres;- MySQL
- SQLite;- MongoDB;- Redis;- Kafka;- Elasticsearch;- GraphQL;- GitHub;- GitLab;- VS Code;- Visual Studio;- IntelliJ
- PyCharm;- Emacs;- Vim;- Neovim;- Linux;- Ubuntu;- Debian;- Fedora;- AWS;- Azure;- Vercel;- Grafana;- Prometheus
- Datadog;- Blender;- Raspberry Pi;- Arduino;- Minecraft;- Fortnite;- Stardew Valley;- Wordle;- Peloton;- Vespa
- Zwift;- Shopify;- Etsy;- Stripe
"""


def _read(table: str, kind: EntityKind) -> dict[str, tuple[str, EntityKind]]:
    known: dict[str, tuple[str, EntityKind]] = {}
    for line in table.strip().splitlines():
        for pair in line.split(";"):
            chinese, english = pair.split(" ", 1)
            names = english.split("|")
            key = names[0].casefold()
            for name in (*names, *(() if chinese == "-" else chinese.split("|"))):
                known.setdefault(name, (key, kind))
    return known


WELL_KNOWN_NAMES = MappingProxyType(
    _read(_PRODUCTS, EntityKind.PRODUCT) | _read(_ORGANISATIONS, EntityKind.ORGANISATION)
)
"""A name as it is written, to the key of what it names and its kind."""

PRODUCT_MAKERS = (
    "华为 小米 红米 荣耀 苹果 三星 索尼 佳能 尼康 大疆 联想 戴尔 比亚迪 特斯拉 蔚来 理想 小鹏 魅族 一加 真我"
    " 小爱 松下 富士 任天堂"
).split()
"""Chinese names of makers whose things are called by the maker and a number: 小米14, 华为Mate60."""

PRODUCT_MODELS = (
    "iPhone iPad MacBook iMac Galaxy Pixel Kindle Surface ThinkPad Xbox PlayStation Switch Model Civic"
    " Corolla Prius Golf Polo Mate Redmi RTX GTX Ryzen Echo Nest Fitbit Garmin GoPro Canon Nikon Roomba Leaf"
    " Fiesta Focus Yaris"
).split()
"""First words of names of things that go on with a model: "Galaxy S24", "Model 3"."""
