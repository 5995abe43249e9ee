"""A small gazetteer: countries, cities, Chinese provinces and well-known places, in both languages.

Written by hand from general knowledge: what travels, homes and jobs name most. It gives a place one identity in both
languages and tells places from people; a place that is not in it is found by its form ("朝阳区", "Lake District").
"""

from __future__ import annotations

from types import MappingProxyType

_PAIRS = """
中国 China;美国 United States|USA|America|US|United States of America;英国 United Kingdom|UK|Britain|Great Britain
法国 France;德国 Germany;意大利 Italy;西班牙 Spain;葡萄牙 Portugal;荷兰 Netherlands|Holland;比利时 Belgium
瑞士 Switzerland;奥地利 Austria;瑞典 Sweden;挪威 Norway;芬兰 Finland;丹麦 Denmark;冰岛 Iceland;爱尔兰 Ireland
波兰 Poland;捷克 Czech Republic|Czechia;匈牙利 Hungary;希腊 Greece;土耳其 Turkey|Türkiye;俄罗斯 Russia
乌克兰 Ukraine;罗马尼亚 Romania;保加利亚 Bulgaria;克罗地亚 Croatia;塞尔维亚 Serbia;斯洛文尼亚 Slovenia
斯洛伐克 Slovakia;爱沙尼亚 Estonia;拉脱维亚 Latvia;立陶宛 Lithuania;日本 Japan;韩国 South Korea|Korea
朝鲜 North Korea;泰国 Thailand;越南 Vietnam;新加坡 Singapore;马来西亚 Malaysia;印度尼西亚|印尼 Indonesia
菲律宾 Philippines;柬埔寨 Cambodia;老挝 Laos;缅甸 Myanmar;印度 India;尼泊尔 Nepal;斯里兰卡 Sri Lanka
马尔代夫 Maldives;孟加拉国 Bangladesh;巴基斯坦 Pakistan;伊朗 Iran;伊拉克 Iraq;以色列 Israel;约旦 Jordan
黎巴嫩 Lebanon;沙特|沙特阿拉伯 Saudi Arabia;阿联酋 United Arab Emirates|UAE;卡塔尔 Qatar;蒙古 Mongolia
哈萨克斯坦 Kazakhstan;格鲁吉亚 Georgia;亚美尼亚 Armenia;埃及 Egypt;摩洛哥 Morocco;突尼斯 Tunisia;南非 South Africa
肯尼亚 Kenya;坦桑尼亚 Tanzania;埃塞俄比亚 Ethiopia;尼日利亚 Nigeria;加纳 Ghana;塞内加尔 Senegal;卢旺达 Rwanda
加拿大 Canada;墨西哥 Mexico;巴西 Brazil;阿根廷 Argentina;智利 Chile;秘鲁 Peru;哥伦比亚 Colombia;古巴 Cuba
厄瓜多尔 Ecuador;玻利维亚 Bolivia;乌拉圭 Uruguay;委内瑞拉 Venezuela;哥斯达黎加 Costa Rica;巴拿马 Panama
牙买加 Jamaica;澳大利亚|澳洲 Australia;新西兰 New Zealand;斐济 Fiji;苏格兰 Scotland;英格兰 England;威尔士 Wales
欧洲 Europe;亚洲 Asia;非洲 Africa;南美 South America;北美 North America;欧盟 EU|European Union;东南亚 Southeast Asia
东京 Tokyo;京都 Kyoto;大阪 Osaka;奈良 Nara;札幌 Sapporo;福冈 Fukuoka;名古屋 Nagoya;横滨 Yokohama;神户 Kobe
广岛 Hiroshima;冲绳 Okinawa;北海道 Hokkaido;镰仓 Kamakura;箱根 Hakone;新宿 Shinjuku;涩谷 Shibuya;浅草 Asakusa
银座 Ginza;秋叶原 Akihabara;成田 Narita;羽田 Haneda;富士山 Mount Fuji|Mt Fuji;首尔 Seoul;釜山 Busan;济州岛|济州 Jeju
曼谷 Bangkok;清迈 Chiang Mai;普吉岛|普吉 Phuket;河内 Hanoi;胡志明市 Ho Chi Minh City|Saigon;岘港 Da Nang
吉隆坡 Kuala Lumpur;槟城 Penang;雅加达 Jakarta;巴厘岛 Bali;马尼拉 Manila;金边 Phnom Penh;暹粒 Siem Reap
新德里|德里 Delhi|New Delhi;孟买 Mumbai;班加罗尔 Bangalore|Bengaluru;加德满都 Kathmandu;科伦坡 Colombo;迪拜 Dubai
阿布扎比 Abu Dhabi;多哈 Doha;伊斯坦布尔 Istanbul;安卡拉 Ankara;特拉维夫 Tel Aviv;耶路撒冷 Jerusalem;德黑兰 Tehran
开罗 Cairo;开普敦 Cape Town;约翰内斯堡 Johannesburg;内罗毕 Nairobi;拉各斯 Lagos;阿克拉 Accra;卡萨布兰卡 Casablanca
马拉喀什 Marrakesh|Marrakech;伦敦 London;巴黎 Paris;柏林 Berlin;慕尼黑 Munich;汉堡市 Hamburg;法兰克福 Frankfurt
科隆 Cologne;斯图加特 Stuttgart;莱比锡 Leipzig;德累斯顿 Dresden;埃尔朗根 Erlangen;罗马 Rome;米兰 Milan;威尼斯 Venice
佛罗伦萨 Florence;那不勒斯 Naples;都灵 Turin;博洛尼亚 Bologna;马德里 Madrid;巴塞罗那 Barcelona;塞维利亚 Seville
瓦伦西亚 Valencia;里斯本 Lisbon;波尔图 Porto;阿姆斯特丹 Amsterdam;鹿特丹 Rotterdam;乌得勒支 Utrecht;海牙 The Hague
布鲁塞尔 Brussels;苏黎世 Zurich|Zürich;日内瓦 Geneva;巴塞尔 Basel;伯尔尼 Bern;维也纳 Vienna;萨尔茨堡 Salzburg
布拉格 Prague;布达佩斯 Budapest;华沙 Warsaw;克拉科夫 Krakow|Kraków;斯德哥尔摩 Stockholm;哥德堡 Gothenburg
奥斯陆 Oslo;卑尔根 Bergen;哥本哈根 Copenhagen;赫尔辛基 Helsinki;雷克雅未克 Reykjavik;都柏林 Dublin;爱丁堡 Edinburgh
格拉斯哥 Glasgow;曼彻斯特 Manchester;利物浦 Liverpool;伯明翰 Birmingham;利兹 Leeds;布里斯托 Bristol;牛津 Oxford
剑桥 Cambridge;谢菲尔德 Sheffield;诺丁汉 Nottingham;约克 York;加的夫 Cardiff;贝尔法斯特 Belfast;里昂 Lyon
马赛 Marseille;尼斯 Nice;波尔多 Bordeaux;图卢兹 Toulouse;雅典 Athens;莫斯科 Moscow
圣彼得堡 Saint Petersburg|St Petersburg;基辅 Kyiv|Kiev;布加勒斯特 Bucharest;索菲亚 Sofia;贝尔格莱德 Belgrade
萨格勒布 Zagreb;塔林 Tallinn;里加 Riga;维尔纽斯 Vilnius;卢布尔雅那 Ljubljana;的里雅斯特 Trieste
格但斯克 Gdansk|Gdańsk;纽约 New York|NYC|New York City;洛杉矶 Los Angeles;旧金山|三藩市 San Francisco;西雅图 Seattle
芝加哥 Chicago;波士顿 Boston;华盛顿 Washington|Washington DC;费城 Philadelphia;休斯敦|休斯顿 Houston;达拉斯 Dallas
奥斯汀 Austin;迈阿密 Miami;亚特兰大 Atlanta;丹佛 Denver;波特兰 Portland;圣地亚哥 San Diego|Santiago;圣何塞 San Jose
拉斯维加斯 Las Vegas|Vegas;凤凰城 Phoenix;底特律 Detroit;明尼阿波利斯 Minneapolis;奥兰多 Orlando
新奥尔良 New Orleans;夏威夷 Hawaii;檀香山 Honolulu;阿拉斯加 Alaska;加州|加利福尼亚 California;得州|德州州 Texas
佛罗里达 Florida;俄亥俄 Ohio;硅谷 Silicon Valley;布鲁克林 Brooklyn;曼哈顿 Manhattan;皇后区 Queens;多伦多 Toronto
温哥华 Vancouver;蒙特利尔 Montreal|Montréal;渥太华 Ottawa;卡尔加里 Calgary;墨西哥城 Mexico City;坎昆 Cancun
里约|里约热内卢 Rio de Janeiro|Rio;圣保罗 São Paulo|Sao Paulo;布宜诺斯艾利斯 Buenos Aires;利马 Lima
波哥大 Bogota|Bogotá;麦德林 Medellin|Medellín;哈瓦那 Havana;库斯科 Cusco;悉尼 Sydney;墨尔本 Melbourne
布里斯班 Brisbane;珀斯 Perth;阿德莱德 Adelaide;堪培拉 Canberra;奥克兰 Auckland;惠灵顿 Wellington;皇后镇 Queenstown
西伯利亚 Siberia;西藏 Tibet;新疆 Xinjiang;阿尔卑斯 Alps|the Alps;撒哈拉 Sahara;巴伐利亚 Bavaria;托斯卡纳 Tuscany
普罗旺斯 Provence;西西里 Sicily;加泰罗尼亚 Catalonia;安达卢西亚 Andalusia;康沃尔 Cornwall;北京 Beijing;上海 Shanghai
天津 Tianjin;重庆 Chongqing;香港 Hong Kong;澳门 Macau|Macao;台湾 Taiwan;台北 Taipei;高雄 Kaohsiung;台中 Taichung
台南 Tainan;花莲 Hualien;河北 Hebei;山西 Shanxi;辽宁 Liaoning;吉林 Jilin;黑龙江 Heilongjiang;江苏 Jiangsu
浙江 Zhejiang;安徽 Anhui;福建 Fujian;江西 Jiangxi;山东 Shandong;河南 Henan;湖北 Hubei;湖南 Hunan;广东 Guangdong
海南 Hainan;四川 Sichuan;贵州 Guizhou;云南 Yunnan;陕西 Shaanxi;甘肃 Gansu;青海 Qinghai;内蒙古|内蒙 Inner Mongolia
广西 Guangxi;宁夏 Ningxia;广州 Guangzhou;深圳 Shenzhen;东莞 Dongguan;佛山 Foshan;珠海 Zhuhai;中山市 Zhongshan
惠州 Huizhou;汕头 Shantou;湛江 Zhanjiang;南京 Nanjing;苏州 Suzhou;无锡 Wuxi;常州 Changzhou;扬州 Yangzhou
镇江 Zhenjiang;南通 Nantong;徐州 Xuzhou;昆山 Kunshan;杭州 Hangzhou;宁波 Ningbo;温州 Wenzhou;嘉兴 Jiaxing
绍兴 Shaoxing;金华 Jinhua;义乌 Yiwu;湖州 Huzhou;舟山 Zhoushan;乌镇 Wuzhen;合肥 Hefei;芜湖 Wuhu;黄山 Huangshan
福州 Fuzhou;厦门 Xiamen;泉州 Quanzhou;漳州 Zhangzhou;莆田 Putian;南昌 Nanchang;赣州 Ganzhou;景德镇 Jingdezhen
济南 Jinan;青岛 Qingdao;烟台 Yantai;威海 Weihai;潍坊 Weifang;淄博 Zibo;临沂 Linyi;泰安 Tai'an;郑州 Zhengzhou
洛阳 Luoyang;开封 Kaifeng;武汉 Wuhan;宜昌 Yichang;襄阳 Xiangyang;长沙 Changsha;张家界 Zhangjiajie;株洲 Zhuzhou
湘潭 Xiangtan;衡阳 Hengyang;岳阳 Yueyang;凤凰古城 Fenghuang;海口 Haikou;三亚 Sanya;成都 Chengdu;绵阳 Mianyang
乐山 Leshan;九寨沟 Jiuzhaigou;峨眉山 Mount Emei;都江堰 Dujiangyan;贵阳 Guiyang;遵义 Zunyi;昆明 Kunming;大理 Dali
丽江 Lijiang;西双版纳 Xishuangbanna;香格里拉 Shangri-La;西安 Xi'an|Xian;咸阳 Xianyang;延安 Yan'an;兰州 Lanzhou
敦煌 Dunhuang;西宁 Xining;银川 Yinchuan;乌鲁木齐 Urumqi;喀什 Kashgar;伊犁 Yili;拉萨 Lhasa;呼和浩特 Hohhot
包头 Baotou;鄂尔多斯 Ordos;南宁 Nanning;桂林 Guilin;阳朔 Yangshuo;北海市 Beihai;柳州 Liuzhou;沈阳 Shenyang
大连 Dalian;鞍山 Anshan;长春 Changchun;哈尔滨 Harbin;大庆 Daqing;石家庄 Shijiazhuang;唐山 Tangshan
秦皇岛 Qinhuangdao;保定 Baoding;廊坊 Langfang;邯郸 Handan;太原 Taiyuan;大同 Datong;平遥 Pingyao;浦东 Pudong
浦西 Puxi;徐家汇 Xujiahui;陆家嘴 Lujiazui;外滩 the Bund|The Bund;虹桥 Hongqiao;中关村 Zhongguancun;望京 Wangjing
五道口 Wudaokou;国贸 Guomao;三里屯 Sanlitun;王府井 Wangfujing;天安门 Tiananmen;故宫 Forbidden City
颐和园 Summer Palace;长城 Great Wall;西湖 West Lake;黄河 Yellow River;长江 Yangtze;泰山 Mount Tai;华山 Mount Hua
鼓浪屿 Gulangyu;九龙 Kowloon;尖沙咀 Tsim Sha Tsui;中环 Central, Hong Kong;铜锣湾 Causeway Bay;迪士尼乐园 Disneyland
埃菲尔铁塔 Eiffel Tower;卢浮宫 Louvre
"""


def _read() -> tuple[dict[str, str], dict[str, str]]:
    chinese: dict[str, str] = {}
    english: dict[str, str] = {}
    for line in _PAIRS.strip().splitlines():
        for pair in line.split(";"):
            zh, en = pair.split(" ", 1)
            key = en.split("|")[0].casefold()
            for name in zh.split("|"):
                chinese.setdefault(name, key)
            for name in en.split("|"):
                english.setdefault(name.casefold(), key)
    return chinese, english


_CHINESE, _ENGLISH = _read()

CHINESE_PLACES = MappingProxyType(_CHINESE)
"""Chinese name of a place to its key, which is its English name in lower case."""

ENGLISH_PLACES = MappingProxyType(_ENGLISH)
"""English name of a place in lower case to its key."""

AMBIGUOUS_PLACES = frozenset(
    (
        "turkey jordan georgia nice florence charlotte austin sydney phoenix lima sofia valencia wellington chad paris"
        " victoria chelsea brooklyn dallas orlando queens york washington santiago dali us america rio vegas"
    ).split()
)
"""Names of places that are also first names, words or more than one place: places only where the words say so."""
