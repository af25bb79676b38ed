"""Words of dates in many languages: months, weekdays, seasons, quarters, weeks.

Names and abbreviations of months and weekdays are those of the Unicode Common Locale Data
Repository (Unicode License v3), as Babel 2.19 has them, folded by `fold`. Croatian is left out:
its names of months are names of other months in Polish and Czech.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_MONTH_NAMES = (
    "january jan januar janvier janv enero ene janeiro gennaio gen januari января янв январь "
    "stycznia sty styczen ocak oca tammikuuta tammi tammikuu ledna led leden januara ianuarie "
    "ian січня січ січень януари яну јануар јан ιανουαριου ιαν ιανουαριοσ يناير ינואר ינו "
    "ژانویه जनवरी जन มกราคม ม.ค gener jaanuar jaan janvaris sausio saus sausis urtarrila urt "
    "xaneiro xan জানুয়ারি জানু ",
    "february feb februar fevrier fevr febrero fevereiro fev febbraio februari февраля февр "
    "февраль lutego lut luty subat sub helmikuuta helmi helmikuu unora uno unor februara febr "
    "februarie лютого лют лютии февруари фев фебруар феб φεβρουαριου φεβ φεβρουαριοσ فبراير "
    "פברואר פבר فوریه फ़रवरी फ़र กุมภาพันธ์ ก.พ febrer veebruar veebr februaris vasario vas "
    "vasaris otsaila ots febreiro ফেব্রুয়ারি ফেব ",
    "march mar marz mars marzo marco maart mrt марта мар март marca marzec mart marts "
    "maaliskuuta maalis maaliskuu brezna bre brezen marec marcius marc martie березня бер "
    "березень μαρτιου μαρ μαρτιοσ مارس מרץ मार्च maret มีนาคม มี.ค kovo kov kovas martxoa "
    "মার্চ ",
    "april apr avril avr abril abr aprile апреля апр апрель kwietnia kwi kwiecien nisan nis "
    "huhtikuuta huhti huhtikuu dubna dub duben aprila aprilis aprilie квітня квіт квітень "
    "април απριλιου απρ απριλιοσ ابريل אפריל אפר اوریل अप्रैल เมษายน เม.ย aprill balandzio "
    "bal balandis apirila api এপ্রিল এপ্রি ",
    "may mai mayo maio maggio mag mei мая маи maja maj mayis toukokuuta touko toukokuu kvetna "
    "kve kveten majus травня трав травень мај μαιου μαι μαιοσ مايو מאי مه मई พฤษภาคม พ.ค maig "
    "maijs geguzes geg geguze maiatza মে ",
    "june jun juni juin junio junho giugno giu июня июн июнь czerwca cze czerwiec haziran haz "
    "kesakuuta kesa kesakuu cervna cvn cerven juna junius iunie iun червня черв червень юни "
    "junij јун ιουνιου ιουν ιουνιοσ يونيو יוני ژوين जून มิถุนายน มิ.ย juny juuni junijs "
    "birzelio birz birzelis ekaina eka xuno জুন ",
    "july jul juli juillet juil julio julho luglio lug июля июл июль lipca lip lipiec temmuz "
    "tem heinakuuta heina heinakuu cervence cvc cervenec jula julius iulie iul липня лип "
    "липень юли julij јул ιουλιου ιουλ ιουλιοσ يوليو יולי ژويیه जुलाई जुल กรกฎาคม ก.ค juliol "
    "juuli julijs liepos liep liepa uztaila uzt xullo xul জুলাই জুল ",
    "august aug aout agosto ago augustus августа авг август sierpnia sie sierpien agustos agu "
    "augusti elokuuta elo elokuu srpna srp srpen augusta augusztus серпня серп серпень avgust "
    "avg αυγουστου αυγ αυγουστοσ اغسطس אוגוסט אוג اوت अगस्त अग agustus สิงหาคม ส.ค agost ag "
    "augusts rugpjucio rugp rugpjutis abuztua abu agust আগস্ট আগ ",
    "september sep sept septembre septiembre setembro set settembre сентября сент сентябрь "
    "wrzesnia wrz wrzesien eylul eyl syyskuuta syys syyskuu zari zar septembra szeptember "
    "szept septembrie вересня вер вересень септември сеп септембар σεπτεμβριου σεπ "
    "σεπτεμβριοσ سبتمبر ספטמבר ספט سپتامبر सितंबर सित กันยายน ก.ย setembre septembris rugsejo "
    "rugs rugsejis iraila ira সেপ্টেম্বর সেপ সেপ্ট ",
    "october oct oktober okt octobre octubre outubro out ottobre ott октября окт октябрь "
    "pazdziernika paz pazdziernik ekim eki lokakuuta loka lokakuu rijna rij rijen oktobra "
    "octombrie жовтня жовт жовтень октомври октобар οκτωβριου οκτ οκτωβριοσ اكتوبر אוקטובר "
    "אוק اکتبر अक्टूबर अक्टू ตุลาคม ต.ค oktoober oktobris spalio spal spalis urria urr "
    "অক্টোবর অক্টো ",
    "november nov novembre noviembre novembro ноября нояб ноябрь listopada lis listopad kasim "
    "kas marraskuuta marras marraskuu listopadu novembra noiembrie листопада лист листопад "
    "ноември ное новембар нов νοεμβριου νοε νοεμβριοσ نوفمبر נובמבר נוב نوامبر नवंबर नव "
    "พฤศจิกายน พ.ย novembris lapkricio lapkr lapkritis azaroa aza নভেম্বর নভে ",
    "december dec dezember dez decembre diciembre dic dezembro dicembre декабря дек декабрь "
    "grudnia gru grudzien aralik ara desember des joulukuuta joulu joulukuu prosince pro "
    "prosinec decembra decembrie грудня груд грудень декември децембар дец δεκεμβριου δεκ "
    "δεκεμβριοσ ديسمبر דצמבר דצמ دسامبر दिसंबर दिस ธันวาคม ธ.ค desembre detsember dets "
    "decembris gruodzio gruod gruodis abendua abe decembro ডিসেম্বর ডিসে ",
)
#: By month: names of the Levant and the Maghreb, spellings without umlauts.
_MORE_MONTHS = {
    1: "jaen janner jaenner جانفي",
    2: "feber شباط فيفري",
    3: "maerz اذار",
    4: "نيسان افريل",
    5: "ايار ماي",
    6: "حزيران جوان",
    7: "تموز جويلية",
    8: "اب",
    9: "ايلول",
}
#: The Levant's names of two words, the second of which is the month.
TWO_WORDS = {
    ("كانون", "الثاني"): 1,
    ("تشرين", "الاول"): 10,
    ("تشرين", "الثاني"): 11,
    ("كانون", "الاول"): 12,
}
#: Number of each month by name.
MONTHS = {
    name: number
    for number, names in enumerate(_MONTH_NAMES, 1)
    for name in f"{names} {_MORE_MONTHS.get(number, '')}".split()
}
#: Words that make a month of the number behind them.
MONTH_OF_NUMBER = frozenset("thang thg month monat mes mois".split())
ROMAN = {
    name: number for number, name in enumerate("i ii iii iv v vi vii viii ix x xi xii".split(), 1)
}

_WEEKDAY_NAMES = (
    "monday mon montag mo lundi lun lunes segunda seg lunedi maandag ma понедельник пн "
    "poniedziałek pon pazartesi mandag man maanantaina maanantai pondeli pondelok hetfo luni "
    "понеділок понеделник ponedeljek понедељак δευτερα الاثنين دوشنبه सोमवार senin วันจันทร์ "
    "dilluns esmaspaev pirmdiena pirmadienis astelehena luns manudagur সোমবার ",
    "tuesday tue dienstag di mardi martes terca ter martedi dinsdag вторник вт wtorek wt sali "
    "tisdag tis tirsdag tirs tir tiistaina tiistai utery utorok kedd marti вівторок torek "
    "уторак τριτη الثلاثاء سهشنبه मंगलवार selasa วันอังคาร dimarts teisipaev otrdiena "
    "antradienis asteartea þriðjudagur মঙ্গলবার ",
    "wednesday wed mittwoch mi mercredi mer miercoles mie quarta qua mercoledi woensdag wo "
    "среда ср sroda sr carsamba onsdag ons keskiviikkona keskiviikko streda szerda miercuri "
    "середа сряда sreda τεταρτη الاربعاء چهارشنبه बुधवार rabu วันพุธ dimecres kolmapaev "
    "tresdiena treciadienis asteazkena mercores miðvikudagur বুধবার ",
    "thursday thu donnerstag do jeudi jeu jueves jue quinta qui giovedi gio donderdag четверг "
    "чт czwartek czw persembe torsdag tors tor torstaina torstai ctvrtek stvrtok csutortok "
    "joi четвер четвъртък cetrtek четвртак πεμπτη الخميس پنجشنبه गुरुवार kamis วันพฤหัสบดี "
    "dijous neljapaev ceturtdiena ketvirtadienis osteguna xoves fimmtudagur বৃহস্পতিবার ",
    "friday fri freitag fr vendredi ven viernes vie sexta sex venerdi vrijdag vr пятница пт "
    "piatek pt cuma fredag fre perjantaina perjantai patek piatok pentek vineri пʼятниця "
    "петък petek петак παρασκευη الجمعة جمعه शुक्रवार jumat วันศุกร์ divendres reede "
    "piektdiena penktadienis ostirala venres fostudagur শুক্রবার ",
    "saturday sat samstag sa samedi sam sabado sab sabato zaterdag za суббота сб sobota sob "
    "cumartesi lordag lor lørdag lør lauantaina lauantai szombat sambata субота събота "
    "σαββατο السبت شنبه शनिवार sabtu วันเสาร์ dissabte laupaev sestdiena sestadienis "
    "larunbata laugardagur শনিবার ",
    "sunday sun sonntag so dimanche dim domingo dom domenica zondag zo воскресенье вс "
    "niedziela niedz pazar sondag son søndag søn sunnuntaina sunnuntai nedele nedela vasarnap "
    "duminica неділя неделя nedelja недеља κυριακη الاحد یکشنبه रविवार minggu วันอาทิตย์ "
    "diumenge puhapaev svetdiena sekmadienis igandea sunnudagur রবিবার ",
)
#: Number of each weekday by name, Monday is 0. `mar` and `paz` are months, too: Tuesday in French,
#: Sunday in Turkish.
WEEKDAYS = {
    name: number for number, names in enumerate(_WEEKDAY_NAMES) for name in names.split()
} | {"mar": 1, "paz": 6}
#: First month of each season, of the north; winter begins in the December of its year.
SEASONS = {
    name: month
    for month, names in (
        (3, "spring printemps fruhling fruhjahr primavera lente voorjaar весна весны wiosna "
            "ilkbahar bahar var varen forar jaro tavasz primavara пролет anoixi ανοιξη الربيع ربيع "
            "春 春季 春天 봄 봄호"),
        (6, "summer ete sommer verano verao estate estiu zomer лето лета lato yaz sommar sommaren "
            "leto nyar vara καλοκαιρι الصيف صيف 夏 夏季 夏天 여름 여름호"),
        (9, "autumn fall automne herbst otono outono autunno tardor herfst najaar осень осени "
            "jesien sonbahar guz host hosten efterar podzim osz toamna φθινοπωρο الخريف خريف "
            "秋 秋季 秋天 가을 가을호"),
        (12, "winter hiver invierno inverno hivern зима зимы zima kis vinter vintern tel iarna "
            "χειμωνασ الشتاء شتاء 冬 冬季 冬天 겨울 겨울호"),
    )
    for name in names.split()
}  # fmt: skip
QUARTERS = frozenset(
    "q qtr qtrs quarter quartal quartals trimestre trimester trim kvartal kvartalet квартал "
    "квартала kwartal kwartału kwartaal kwartał ceyrek ceyregi neljannes ctvrtleti negyedev "
    "τριμηνο الربع ไตรมาส quy 분기 四半期 季度 t".split()
)
#: Letters that stand for a quarter only where a digit touches them.
QUARTER_LETTERS = frozenset("qt")
WEEKS = frozenset(
    "w week wk kw woche kalenderwoche sem semaine semana settimana setmana vecka v uge uke viikko "
    "неделя неделе tydzien hafta tyden het εβδομαδα الاسبوع สัปดาห์ tuan 주 周 週".split()
)
WEEK_LETTERS = frozenset("wv")
#: First to fourth, as words.
ORDINALS = {
    name: number
    for number, names in enumerate(
        (
            "first 1st premier premiere erstes erste primer primero primeiro primo eerste первыи "
            "pierwszy الاول 一 첫",
            "second zweites zweite deuxieme segundo secondo tweede второи drugi الثاني 二",
            "third drittes dritte troisieme tercer tercero terceiro terzo derde третии trzeci "
            "الثالث 三",
            "fourth viertes vierte quatrieme cuarto quarto vierde четвертыи czwarty الرابع 四",
        ),
        1,
    )
    for name in names.split()
}
#: What follows the number of a day: 1st, 1er, 2nd, 3ème, 1º, 5-го, 21-й, 3'te, 15e.
SUFFIXES = frozenset(
    "st nd rd th er re ere e eme ieme o a te ter ten de го е и ое ого ste da de den ka na inci "
    "uncu nci ncu si sta".split()
)
#: Words without a meaning of their own beside a date.
SILENT = frozenset(
    "of the de del dels d den der am vom el le la les on in im du di da do em en a al os at um "
    "gegen circa ca c about um approx copyright cop published publication date issued online epub "
    "print ppublish first available since from year jahr annee ano anno rok roku r год года г г "
    "ad ce uhr h klo kl ore as las rl ngay nam 年 日 號 号 月 年度 年版 第 제 년 월 일 m".split()
)


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """A text in small letters without accents, digits and signs in their plain form.

    >>> fold("1ᵉʳ Août ２０２０"), fold("KASIM"), fold("2020년")
    ('1er aout 2020', 'kasim', '2020년')
    """
    small = unicodedata.normalize("NFKC", text).casefold().replace("ı", "i").replace("‐", "-")
    plain = "".join(
        letter
        for letter in unicodedata.normalize("NFD", small)
        if not unicodedata.combining(letter) or "\u0900" <= letter <= "\u0eff"
    )
    return unicodedata.normalize("NFC", plain)
