# ruff: noqa: E501
"""Scales of questionnaires and tables: their levels in several languages, from low to high.

A line is a scale, `<` stands between its levels, `|` between names of one level. Names are folded by
`scales.folded`: small letters without accents, signs as spaces.
"""

SCALES = """
strongly disagree|completely disagree|totally disagree|fully disagree|very strongly disagree|definitely disagree < disagree|mostly disagree|tend to disagree|moderately disagree < somewhat disagree|slightly disagree|rather disagree|mildly disagree|disagree somewhat|disagree slightly|disagree a little < neutral|neither agree nor disagree|neither agree or disagree|neither disagree nor agree|undecided|neither|neither nor|neutral no opinion|neutral undecided < somewhat agree|slightly agree|rather agree|mildly agree|agree somewhat|agree slightly|agree a little < agree|mostly agree|tend to agree|moderately agree < strongly agree|completely agree|totally agree|fully agree|very strongly agree|definitely agree
stimme uberhaupt nicht zu|stimme gar nicht zu|stimme absolut nicht zu|lehne stark ab|stimme ganz und gar nicht zu < stimme nicht zu|lehne ab < stimme eher nicht zu|lehne eher ab < neutral|weder noch|teils teils|teils|unentschieden|stimme weder zu noch nicht zu|stimme teilweise zu < stimme eher zu < stimme zu < stimme voll zu|stimme voll und ganz zu|stimme vollig zu|stimme stark zu|stimme absolut zu|stimme vollkommen zu|stimme sehr zu
trifft uberhaupt nicht zu|trifft gar nicht zu|trifft ganz und gar nicht zu < trifft nicht zu < trifft eher nicht zu|trifft wenig zu < neutral|teils teils|weder noch|trifft teilweise zu < trifft eher zu|trifft ziemlich zu < trifft zu < trifft voll zu|trifft voll und ganz zu|trifft vollig zu|trifft sehr zu|trifft genau zu
pas du tout d accord|tout a fait en desaccord|fortement en desaccord|totalement en desaccord|completement en desaccord|entierement en desaccord < pas d accord|en desaccord < plutot pas d accord|plutot en desaccord < neutre|ni d accord ni pas d accord|ni d accord ni en desaccord|ni en accord ni en desaccord|indecis < plutot d accord|plutot en accord < d accord|en accord < tout a fait d accord|entierement d accord|fortement d accord|totalement d accord|fortement en accord|tout a fait en accord
totalmente en desacuerdo|muy en desacuerdo|completamente en desacuerdo < en desacuerdo < algo en desacuerdo|mas bien en desacuerdo|parcialmente en desacuerdo < neutral|ni de acuerdo ni en desacuerdo|indiferente|indeciso < algo de acuerdo|mas bien de acuerdo|parcialmente de acuerdo < de acuerdo < totalmente de acuerdo|muy de acuerdo|completamente de acuerdo
discordo totalmente|discordo completamente|discordo fortemente < discordo|discordo em grande parte < discordo parcialmente|discordo em parte|discordo um pouco < neutro|nao concordo nem discordo|nem concordo nem discordo|indiferente|indeciso < concordo parcialmente|concordo em parte|concordo um pouco < concordo|concordo em grande parte < concordo totalmente|concordo completamente|concordo fortemente
fortemente in disaccordo|completamente in disaccordo|totalmente in disaccordo|per niente d accordo|del tutto in disaccordo < in disaccordo|non d accordo < abbastanza in disaccordo|poco d accordo|parzialmente in disaccordo < neutrale|ne d accordo ne in disaccordo|indeciso|indifferente < abbastanza d accordo|parzialmente d accordo < d accordo < molto d accordo|completamente d accordo|totalmente d accordo|fortemente d accordo|del tutto d accordo
helemaal mee oneens|zeer mee oneens|zeer oneens|helemaal oneens|sterk mee oneens|volledig mee oneens|helemaal niet mee eens < mee oneens|oneens|niet mee eens < enigszins mee oneens|beetje mee oneens|enigszins oneens < neutraal|niet mee eens niet mee oneens|noch mee eens noch mee oneens|niet eens niet oneens|niet eens en niet oneens < enigszins mee eens|beetje mee eens|enigszins eens < mee eens|eens < helemaal mee eens|zeer mee eens|zeer eens|helemaal eens|sterk mee eens|volledig mee eens
instammer inte alls|haller inte alls med|tar helt avstand < instammer inte|haller inte med|instammer i mycket liten grad < instammer delvis inte|instammer till viss del inte < neutral|varken eller < instammer delvis|instammer till viss del < instammer|haller med|instammer i hog grad < instammer helt|haller helt med|instammer helt och hallet
zdecydowanie sie nie zgadzam|zdecydowanie nie|calkowicie sie nie zgadzam < nie zgadzam sie < raczej sie nie zgadzam|raczej nie < ani tak ani nie|trudno powiedziec|neutralnie < raczej sie zgadzam|raczej tak < zgadzam sie < zdecydowanie sie zgadzam|zdecydowanie tak|calkowicie sie zgadzam
полностью не согласен|совершенно не согласен|категорически не согласен|абсолютно не согласен < не согласен < скорее не согласен < неитрально|ни согласен ни не согласен|отчасти согласен < скорее согласен < согласен < полностью согласен|совершенно согласен|абсолютно согласен
kesinlikle katilmiyorum|hic katilmiyorum < katilmiyorum < kismen katilmiyorum < kararsizim|ne katiliyorum ne katilmiyorum|notrum < kismen katiliyorum < katiliyorum < kesinlikle katiliyorum|tamamen katiliyorum
非常不同意|完全不同意|强烈不同意|非常不赞同 < 不同意|不太同意|不赞同 < 有点不同意|比较不同意 < 中立|一般|不确定|既不同意也不反对 < 有点同意|比较同意 < 同意|赞同 < 非常同意|完全同意|强烈同意|非常赞同
全くそう思わない|まったくそう思わない|全くあてはまらない < そう思わない|あてはまらない < あまりそう思わない|どちらかといえばそう思わない|ややそう思わない|あまりあてはまらない < どちらともいえない|どちらでもない < ややそう思う|どちらかといえばそう思う|ややあてはまる < そう思う|あてはまる < とてもそう思う|非常にそう思う|強くそう思う|とてもあてはまる|非常にあてはまる
전혀 그렇지 않다|매우 그렇지 않다|전혀 동의하지 않음 < 그렇지 않다|동의하지 않음 < 약간 그렇지 않다 < 보통이다|보통|중립 < 약간 그렇다 < 그렇다|동의함 < 매우 그렇다|전적으로 동의함
لا اوافق بشدة|غير موافق بشدة|غير موافق على الاطلاق < لا اوافق|غير موافق < محايد < اوافق|موافق < اوافق بشدة|موافق بشدة|موافق تماما
never|not at all|at no time < almost never|hardly ever|very rarely|very seldom|nearly never < rarely|seldom|infrequently|a little of the time < occasionally|once in a while|every once in a while|from time to time|now and then < sometimes|some of the time < about half the time|half of the time|fairly often < often|frequently|regularly|usually|much of the time|a good bit of the time < very often|very frequently|most of the time|most times|nearly always|almost always|mostly < always|all of the time|all the time|constantly
never < less than once a year < yearly|annually|once a year|every year < a few times a year|several times a year|few times a year < quarterly < less than once a month|less than monthly < monthly|once a month|about once a month|every month < a few times a month|several times a month|2 3 times a month|two or three times a month|fortnightly|biweekly < less than weekly|less than once a week < weekly|once a week|about once a week|every week < a few times a week|several times a week|2 3 times a week|multiple times a week|more than once a week < daily|every day|once a day|about once a day|nearly every day < several times a day|multiple times a day|many times a day|more than once a day
nie|niemals < fast nie|sehr selten < selten < gelegentlich|hin und wieder|ab und zu < manchmal|teils teils < oft|haufig < sehr oft|sehr haufig|meistens|fast immer < immer|standig
nie|niemals < seltener|seltener als einmal im monat < monatlich|einmal im monat < mehrmals im monat < wochentlich|einmal pro woche|einmal in der woche < mehrmals pro woche|mehrmals in der woche < taglich|jeden tag < mehrmals taglich
jamais < presque jamais|tres rarement < rarement < occasionnellement|de temps en temps < parfois|quelquefois < souvent|regulierement < tres souvent|la plupart du temps|presque toujours < toujours
nunca < casi nunca|muy rara vez < rara vez|raramente|pocas veces < de vez en cuando|ocasionalmente < a veces|algunas veces < a menudo|frecuentemente|con frecuencia < muy a menudo|muy frecuentemente|casi siempre|la mayoria de las veces < siempre
nunca < quase nunca < raramente < ocasionalmente|de vez em quando < as vezes|algumas vezes < frequentemente|muitas vezes < quase sempre|muito frequentemente < sempre
mai < quasi mai < raramente|di rado < occasionalmente|ogni tanto < a volte|qualche volta < spesso|frequentemente < molto spesso|quasi sempre < sempre
nooit < bijna nooit|zeer zelden < zelden < af en toe < soms < vaak|regelmatig < zeer vaak|meestal|bijna altijd < altijd
aldrig < nastan aldrig < sallan < ibland < ofta < mycket ofta|nastan alltid < alltid
nigdy < prawie nigdy < rzadko < czasami|czasem < czesto < bardzo czesto|prawie zawsze < zawsze
никогда < почти никогда < редко < иногда < часто < очень часто|почти всегда < всегда
hicbir zaman|asla < nadiren|cok nadir < bazen|ara sira < sik sik|cogunlukla|genellikle < her zaman|daima
从不|从来没有|从未 < 很少|极少 < 偶尔 < 有时|有时候 < 经常|常常 < 总是|一直
全くない|まったくない < ほとんどない < まれに < 時々|ときどき|たまに < よくある|しばしば|頻繁に < いつも|常に
terrible|very bad|very poor|awful|horrible|extremely poor < bad|poor < below average < fair|ok|okay|average|acceptable|so so|mediocre|adequate|neither good nor bad|neither good nor poor|neutral|satisfactory < above average < good|fine < very good < excellent|outstanding|exceptional|extremely good
sehr schlecht|ungenugend|mangelhaft < schlecht < eher schlecht < mittel|mittelmaßig|mittelmassig|durchschnittlich|ausreichend|neutral|weder gut noch schlecht|teils teils < eher gut|befriedigend < gut < sehr gut|ausgezeichnet|hervorragend
ungenugend < mangelhaft < ausreichend < befriedigend < gut < sehr gut
tres mauvais|tres mauvaise < mauvais|mauvaise < plutot mauvais|plutot mauvaise < moyen|moyenne|passable|ni bon ni mauvais|correct < plutot bon|plutot bonne|assez bon|assez bonne < bon|bonne < tres bon|tres bonne|excellent|excellente
muy malo|muy mala|pesimo < malo|mala < regular|ni bueno ni malo|aceptable|normal < bueno|buena < muy bueno|muy buena < excelente
muito ruim|pessimo|muito mau|muito ma < ruim|mau|ma < regular|razoavel|nem bom nem ruim < bom|boa < muito bom|muito boa < excelente|otimo
molto cattivo|pessimo|scarso < cattivo|insufficiente < sufficiente|medio|discreto < buono|buona < molto buono|molto buona|ottimo|eccellente
zeer slecht < slecht < matig < redelijk|voldoende|gemiddeld|neutraal < goed < zeer goed|uitstekend
очень плохо < плохо < удовлетворительно|средне|нормально < хорошо < очень хорошо < отлично
bardzo zle < zle < srednio|przecietnie|dostatecznie < dobrze < bardzo dobrze
cok kotu < kotu < orta|ne iyi ne kotu < iyi < cok iyi|mukemmel
很差|非常差|非常不好 < 差|不好 < 一般|普通|中等 < 好|良好 < 很好|非常好|优秀
とても悪い|非常に悪い < 悪い < 普通|ふつう < 良い|よい < とても良い|非常に良い
very dissatisfied|very unsatisfied|extremely dissatisfied|extremely unsatisfied|completely dissatisfied|highly dissatisfied < dissatisfied|unsatisfied|not satisfied < somewhat dissatisfied|slightly dissatisfied|rather dissatisfied|fairly dissatisfied < neutral|neither satisfied nor dissatisfied|neither satisfied or dissatisfied|neither < somewhat satisfied|slightly satisfied|rather satisfied|fairly satisfied|partly satisfied < satisfied < very satisfied|extremely satisfied|completely satisfied|highly satisfied
sehr unzufrieden|außerst unzufrieden < unzufrieden < eher unzufrieden < neutral|weder noch|teils teils|weder zufrieden noch unzufrieden < eher zufrieden < zufrieden < sehr zufrieden|außerst zufrieden
tres insatisfait|pas du tout satisfait|tres insatisfaite < insatisfait|pas satisfait|insatisfaite < plutot insatisfait|peu satisfait|plutot pas satisfait < neutre|ni satisfait ni insatisfait < plutot satisfait|assez satisfait < satisfait|satisfaite < tres satisfait|tout a fait satisfait|tres satisfaite
muy insatisfecho|muy insatisfecha|nada satisfecho < insatisfecho|insatisfecha|poco satisfecho < neutral|ni satisfecho ni insatisfecho|indiferente < satisfecho|satisfecha < muy satisfecho|muy satisfecha
muito insatisfeito|muito insatisfeita < insatisfeito|insatisfeita < neutro|nem satisfeito nem insatisfeito|indiferente < satisfeito|satisfeita < muito satisfeito|muito satisfeita
molto insoddisfatto|per niente soddisfatto < insoddisfatto|poco soddisfatto < neutrale|ne soddisfatto ne insoddisfatto < abbastanza soddisfatto < soddisfatto < molto soddisfatto
zeer ontevreden < ontevreden < neutraal|niet tevreden niet ontevreden < tevreden < zeer tevreden
非常不满意 < 不满意|不太满意 < 一般|中立 < 满意|比较满意 < 非常满意
very unlikely|extremely unlikely|highly unlikely|not at all likely|definitely not|definitely would not < unlikely|not likely|probably not|probably would not < somewhat unlikely|slightly unlikely|rather unlikely < neutral|neither likely nor unlikely|undecided|maybe|might or might not|possibly|unsure < somewhat likely|slightly likely|rather likely < likely|probably|probably yes|probably would < very likely|extremely likely|highly likely|definitely|definitely yes|definitely would|certainly
not important|not important at all|not at all important|unimportant|very unimportant|completely unimportant < slightly important|of little importance|little importance|low importance|a little important|not very important|not so important|of minor importance < moderately important|somewhat important|neutral|of average importance|medium importance < fairly important|rather important|quite important < important|of importance < very important|high importance|of great importance < extremely important|essential|absolutely essential|critically important|of critical importance
uberhaupt nicht wichtig|gar nicht wichtig|vollig unwichtig|sehr unwichtig < nicht wichtig|unwichtig < eher unwichtig|weniger wichtig|eher nicht wichtig < neutral|teils teils|mittelmaßig wichtig < eher wichtig|ziemlich wichtig < wichtig < sehr wichtig|außerst wichtig
very unfavorably|very unfavorable|very unfavourably|very unfavourable < unfavorably|unfavorable|unfavourably|unfavourable < somewhat unfavorably|somewhat unfavorable|somewhat unfavourably|somewhat unfavourable < neutral|neither favorably nor unfavorably neutral|neither favorably nor unfavorably|neither favorable nor unfavorable < somewhat favorably|somewhat favorable|somewhat favourably|somewhat favourable < favorably|favorable|favourably|favourable < very favorably|very favorable|very favourably|very favourable
very negative|extremely negative|strongly negative < negative < somewhat negative|slightly negative|mostly negative|rather negative|overwhelmingly negative < neutral|mixed|neither positive nor negative < somewhat positive|slightly positive|mostly positive|rather positive < positive < very positive|extremely positive|strongly positive|overwhelmingly positive
sehr negativ < negativ < eher negativ < neutral|gemischt < eher positiv < positiv < sehr positiv
tres negatif < negatif < plutot negatif < neutre|mitige < plutot positif < positif < tres positif
muy negativo < negativo < neutral|neutro|mixto < positivo < muy positivo
very conservative|extremely conservative < conservative < somewhat conservative|slightly conservative < moderate|middle of the road < somewhat liberal|slightly liberal < liberal < very liberal|extremely liberal
much worse|a lot worse < worse|somewhat worse|a little worse|slightly worse < about the same|the same|same|no change|unchanged < better|somewhat better|a little better|slightly better < much better|a lot better
decreased a lot|strongly decreased|decreased significantly < decreased|decreased a little|decreased slightly < stayed the same|no change|unchanged < increased|increased a little|increased slightly < increased a lot|strongly increased|increased significantly
none|no|nil < very low|minimal|negligible < low|limited < medium low|low medium|low moderate < medium|moderate|mid|middle|average|intermediate|normal|mod < medium high|high medium|moderate high|upper middle < high|elevated < very high|severe|extreme|extremely high < critical|urgent
low income < lower middle income < upper middle income < high income
keine < sehr niedrig|sehr gering < niedrig|gering < mittel|mittlere|mittelmaßig|durchschnittlich < hoch < sehr hoch
aucun < tres faible|tres bas < faible|bas|basse < moyen|moyenne|modere < eleve|haut|haute|fort|elevee < tres eleve|tres fort|tres haut
ninguno < muy bajo|muy baja < bajo|baja < medio|media|moderado < alto|alta < muy alto|muy alta
nenhum < muito baixo|muito baixa < baixo|baixa < medio|media|moderado < alto|alta < muito alto|muito alta
nessuno < molto basso|molto bassa < basso|bassa < medio|media|moderato < alto|alta < molto alto|molto alta
geen < zeer laag < laag < gemiddeld|midden < hoog < zeer hoog
brak < bardzo niski|bardzo niska < niski|niska < sredni|srednia < wysoki|wysoka < bardzo wysoki|bardzo wysoka
очень низкии < низкии < среднии < высокии < очень высокии
cok dusuk < dusuk < orta < yuksek < cok yuksek
很低|极低|非常低 < 低 < 中|中等 < 高 < 很高|极高|非常高
低い < 中程度|中くらい < 高い
none|not at all < a little bit|very little|a little|slightly|a small amount < some|somewhat|moderately|a moderate amount < quite a bit|quite a lot|a lot|considerably|much|very|mostly < a great deal|extremely|very much|an extreme amount|completely|entirely|fully
not at all < slightly|a little|a little bit|not very|not really|minimally < somewhat|moderately|to some extent|partly|partially < mostly|quite|quite a bit|fairly|rather|largely < very|very much|a lot|strongly|to a large extent < extremely|completely|totally|entirely|fully|absolutely|to a great extent
uberhaupt nicht|gar nicht < kaum|wenig|ein wenig|etwas < mittel|mittelmaßig|teilweise|teils teils|maßig < ziemlich|uberwiegend|stark < sehr|sehr stark|voll und ganz|vollig|außerordentlich
pas du tout < un peu|peu|plutot pas < moyennement|assez|plutot < beaucoup|tres < enormement|tout a fait|extremement|totalement
nada|para nada < un poco|poco < algo|moderadamente|regular < bastante < mucho|muy|muchisimo|totalmente|completamente
mild < moderate|medium < severe|serious < very severe|extreme|critical
trivial|cosmetic < minor|small|low < moderate|medium|normal < major|high|serious < critical|severe|catastrophic < blocker
lowest < low < medium|normal < high < highest < urgent|immediate
easy|very easy < medium|moderate|intermediate < hard|difficult < very hard|very difficult|expert|extreme
very easy|extremely easy < easy < somewhat easy < neutral|neither easy nor difficult < somewhat difficult < difficult|hard < very difficult|extremely difficult|very hard
xxs|2xs < xs|extra small|very small|x small < s|small|sm < m|medium|med|mid|md < l|large|big|lg < xl|extra large|very large|x large < xxl|2xl|xx large < xxxl|3xl
nano < tiny|micro|mini < small|short < medium|mid|mid size|midsize|mid sized|medium sized < large|big|long < huge|enterprise|giant|very large|mega
klein|kurz < mittel|mittelgroß|mittelgross < groß|gross|lang < sehr groß|sehr gross
petit|petite|court < moyen|moyenne < grand|grande|long < tres grand|tres grande
pequeno|pequena < mediano|mediana|medio|media < grande < muy grande|muito grande
piccolo|piccola < medio|media < grande < molto grande
klein < middel|middelgroot|gemiddeld < groot < zeer groot
slow|very slow < medium|moderate|normal < fast < very fast
none|no formal education|no schooling|no education|never attended school|illiterate < preschool|kindergarten < primary|primary school|elementary|elementary school|primary education|elementary education < lower secondary|middle school|junior high|junior high school|secondary lower|less than high school|less than high school diploma|did not finish high school|less than high school degree|some high school|no high school diploma|some secondary|9th grade or less < high school|secondary|secondary school|high school diploma|high school degree|high school graduate|high school diploma or equivalent|high school or equivalent|high school diploma ged|high school ged|ged|upper secondary|secondary education|upper secondary education|a levels|senior high school < vocational|trade school|technical school|vocational training|trade technical vocational training|technical < some college|some college no degree|some university|some college but no degree|some college or associate degree|post secondary < some college or associate degree|associate|associates|associate degree|associate s degree|associates degree|2 year degree|two year degree|community college|diploma < bachelor|bachelors|bachelor s|bachelor degree|bachelor s degree|bachelors degree|undergraduate|undergraduate degree|college|college degree|college graduate|university|university degree|4 year degree|four year degree|ba|bsc|b a|b sc|ba bsc|tertiary|tertiary education|graduation < some graduate school|postgraduate diploma < master|masters|master s|master degree|master s degree|masters degree|graduate|graduate degree|graduate school|postgraduate|postgraduate degree|post graduate|ma|msc|ma msc|mba|post graduation < professional degree|professional|professional school degree|md jd|jd md < doctorate|doctoral|phd|ph d|doctor|doctoral degree|doctorate degree|phd or equivalent|phd or higher|doctorate or higher|dr
kein abschluss|ohne abschluss|kein schulabschluss < grundschule|volksschule < hauptschule|hauptschulabschluss|volks hauptschulabschluss < realschule|realschulabschluss|mittlere reife|mittlerer abschluss < fachabitur|fachhochschulreife < abitur|hochschulreife|allgemeine hochschulreife|matura|gymnasium < ausbildung|berufsausbildung|lehre|abgeschlossene berufsausbildung < meister|techniker|meister techniker < bachelor|fachhochschule|fh abschluss < master|diplom|magister|hochschulabschluss|universitat|staatsexamen|universitatsabschluss < promotion|doktor|dr|habilitation
sin estudios|ninguno < primaria|educacion primaria|estudios primarios < secundaria|educacion secundaria|eso|estudios secundarios < bachillerato|preparatoria < formacion profesional|tecnico|fp < universidad|universitario|licenciatura|grado|universitaria|estudios universitarios < maestria|master|posgrado < doctorado
novice|none|no experience < beginner|basic|elementary|entry level|entry|foundation < lower intermediate|pre intermediate < intermediate|moderate|mid level|mid < upper intermediate < advanced|proficient|fluent|experienced < expert|professional|native|master
a1 < a2 < b1 < b2 < c1 < c2
trainee|intern|student < junior|entry level|entry|graduate < mid|mid level|intermediate|middle|medior|regular < senior|experienced < lead|principal|staff < manager|director|head < executive|c level
freshman|first year < sophomore|second year < junior|third year < senior|fourth year < graduate|postgraduate
infant|baby < toddler < child|kid|children < preteen|tween < teen|teenager|adolescent|youth < young adult < adult|middle aged|middle age < senior|elderly|old|older adult
young < middle|middle aged|middle age < old|older|elderly
jung < mittel|mittleren alters < alt
poor|very poor < lower class|low income < working class < lower middle class|lower middle < middle class|middle < upper middle class|upper middle < upper class|upper|rich
bronze < silver < gold < platinum < diamond
worst < bad < ok < good < best
false|mostly false|pants on fire < barely true|half true|mixture|mixed < mostly true < true
"""

#: Answers that stand beside a scale and not on it.
NO_ANSWERS = """
don t know|dont know|do not know|don t know not sure|dk|i don t know|not sure|unsure|prefer not to say|prefer not to answer|prefer not to disclose|rather not say|decline to answer|declined|refused|refuse to answer|no answer|no response|not answered|no opinion|not applicable|unfamiliar n a|unfamiliar|never heard of|n a|na|does not apply|other|unknown|not stated|not specified|not reported|missing|none of the above|can t say|cannot say|can t choose|not available|undisclosed|skipped
keine angabe|k a|weiß nicht|weiss nicht|weiß ich nicht|kann ich nicht beurteilen|kann ich nicht sagen|keine antwort|keine meinung|trifft nicht zu nicht anwendbar|sonstiges|andere|nicht zutreffend|unbekannt
ne sait pas|je ne sais pas|nsp|sans opinion|sans reponse|non concerne|ne se prononce pas|autre|inconnu|pas de reponse
no sabe|no contesta|no sabe no contesta|ns nc|ns|nc|no se|no aplica|otro|prefiero no decir|prefiero no contestar|sin respuesta|desconocido
nao sei|nao se aplica|outro|prefiro nao responder|prefiro nao dizer|sem resposta|nao sabe
non so|non risponde|non applicabile|altro|preferisco non rispondere|nessuna risposta
weet niet|weet ik niet|geen mening|niet van toepassing|anders|geen antwoord|zeg ik liever niet|n v t
vet ej|vet inte|ingen asikt|annat|vill ej svara|ej aktuellt
nie wiem|nie dotyczy|inne|odmowa odpowiedzi|trudno powiedziec
не знаю|затрудняюсь ответить|нет ответа|другое|не применимо|отказ от ответа
bilmiyorum|fikrim yok|diger|belirtmek istemiyorum|cevap yok
不知道|不清楚|不适用|其他|其它|拒绝回答|不愿透露
わからない|分からない|その他|無回答|該当なし|答えたくない
모르겠다|모름|해당 없음|기타|무응답
لا اعرف|لا ادري|غير متاكد|اخرى|لا ينطبق
"""
