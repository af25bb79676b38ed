"""Names of LaTeX commands, by their effect on a text."""

from __future__ import annotations

import re


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


GREEK = _names(
    """
    alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa varkappa lambda mu
    nu xi pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta
    Lambda Xi Pi Sigma Upsilon Phi Psi Omega
    """
)
#: Symbols without arguments whose names are not words: one of them shows that a text holds LaTeX.
SYMBOLS = GREEK | _names(
    """
    times sim simeq leq geq leqslant geqslant ll gg lesssim gtrsim pm mp approx approxeq infty cdot
    cdots ldots vdots ddots ell rightarrow leftarrow leftrightarrow Rightarrow Leftarrow
    Leftrightarrow longrightarrow longleftarrow uparrow downarrow propto neq equiv cong subset
    subseteq supseteq nabla dagger ddagger circ odot oplus otimes forall exists cup cap notin
    mapsto hookrightarrow varnothing emptyset hbar aleph langle rangle slash lfloor rfloor lceil
    rceil
    setminus rtimes ltimes wedge vee perp nmid iff textdegree degree textmu textohm textless
    textgreater textbar textpm texttimes textendash textemdash textquotesingle textquotedblleft
    textquotedblright textquoteleft textquoteright textquotedbl textasciitilde textasciicircum
    textbackslash textbullet textcopyright textregistered texttrademark texteuro textsterling
    textellipsis textperthousand textpercent textunderscore textvisiblespace textminus textleq
    textgeq textcelsius textrightarrow textdagger textperiodcentered textsection textordmasculine
    textordfeminine AA LaTeX TeX copyright celsius checkmark xspace degreeCelsius
    """
)
#: Symbols whose names are words or short: read where the text holds other LaTeX.
WEAK_SYMBOLS = _names(
    """
    to in le ge ne mid prime top bot star ast bullet square Box diamond triangle langle rangle
    partial deg percent dots dotsc dotsb S P dag ddag pounds lbrace rbrace backslash ni not parallel
    prec succ preceq succeq max min log ln exp sin cos tan lim sup inf arg det dim gcd ker Pr
    leftarrows sum prod int oint bigcup bigcap bigoplus natural sharp flat because therefore
    space colon and ding
    """
)
#: Letters; single ones need braces, or a letter before them.
LETTERS = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "o": "ø", "O": "Ø",
    "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ",
    "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ",
}  # fmt: skip
#: Commands whose argument is text.
STYLES = _names(
    """
    textbf textit emph textsc texttt textrm textsf textsl textmd textup textnormal text textsw
    underline uline ul sout textsuperscript textsubscript enquote mbox hbox makebox fbox textmd
    uppercase lowercase MakeUppercase MakeLowercase underbar textls texorpdfstring titlecap
    textulc textlf textquote say qu quotes hl st so caps
    ce ch chem gls Gls glspl Glspl acrshort acrlong acrfull ac acp acs acl acf acsp num si SIrange
    section subsection subsubsection paragraph subparagraph title chapter thanks
    """
)
#: Styles whose names are not words either: with a brace behind, LaTeX is shown.
PROVING_STYLES = STYLES - _names("so st ul hl si ac ch say qu num caps quotes title text section")
#: Commands whose first argument is not text, and the second is.
KEYED = _names("textcolor colorbox href hyperlink raisebox foreignlanguage fontsize")
#: Mathematics with arguments, which stands outside of dollars now and then.
MATH = _names(
    """
    mathcal mathbb mathbf mathrm mathit mathsf mathtt mathfrak mathscr mathds mathbbm mathop
    boldsymbol
    bm frac tfrac dfrac nicefrac sfrac sqrt hat widehat tilde widetilde bar overline vec dot ddot
    operatorname binom overset underset stackrel overbrace underbrace ensuremath pmod bra ket
    xrightarrow mathring boxed
    """
)
#: Commands whose argument is a key and no text, with what stands between.
REFERENCES = (
    r"(?:[cC]ite[a-zA-Z]*|no[cC]ite|textcite|parencite|(?:eq|auto|[cC]|page|name|sub|v)?ref|label"
    r"|[vh]space|color|pagecolor|definecolor|setlength|bibliography(?:style)?|usepackage"
    r"|documentclass|includegraphics|input|pagestyle|hypersetup|vskip|hskip|orcid)"
)
#: Commands that set how what follows looks, at the start of a group.
SWITCHES = _names(
    """
    em it bf rm tt sc sl sf cal itshape bfseries scshape ttfamily sffamily rmfamily slshape upshape
    mdseries small large Large LARGE huge Huge tiny footnotesize scriptsize normalsize boldmath
    """
)
#: Commands that leave nothing.
LAYOUT = SWITCHES | _names(
    """
    noindent indent par newline linebreak newpage clearpage pagebreak centering raggedright left
    right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr quad qquad hfill vfill smallskip
    medskip bigskip tab cr allowbreak protect relax displaystyle textstyle limits nolimits
    maketitle hline
    xspace item expandafter nobreak nonumber hfil null sloppy onecolumn twocolumn doublespacing
    singlespacing acknowledgments appendix tableofcontents normalfont
    """
)
#: Layout whose names are not words.
PROVING_LAYOUT = _names("noindent bigskip medskip smallskip newline linebreak qquad xspace hfill")
#: What authors call their own work, in many a preamble, and abbreviations.
AUTHORS_OWN = {
    **{
        name: name
        for name in """
        ours Ours our method methodname methodName model modelname ourmethod ourmodel sysname
        ourname oursystem ourframework ourapproach ourdataset ourbench ourbenchmark mname
        toolname dataname datasetname benchname benchmarkname name bench benchmark dataset
        framework sys mymethod mymodel
        """.split()
    },
    "eg": "e.g.", "ie": "i.e.", "etal": "et al.", "Eg": "E.g.", "Ie": "I.e.", "wrt": "w.r.t.",
}  # fmt: skip
ENVIRONMENTS = _names(
    """
    itemize enumerate description quote quotation center abstract document flushleft flushright
    equation equation* align align* eqnarray eqnarray* gather gather* multline multline* displaymath
    math array matrix pmatrix bmatrix cases split aligned subequations tabular table figure verbatim
    lstlisting theorem lemma proof definition proposition corollary remark keywords
    """
)
#: Environments of mathematics.
FORMULAS = _names(
    """
    equation equation* align align* eqnarray eqnarray* gather gather* multline multline* displaymath
    math subequations
    """
)
#: Everything that pylatexenc or this module reads; a path of such names alone is none.
KNOWN = (
    SYMBOLS | WEAK_SYMBOLS | STYLES | KEYED | MATH | SWITCHES | LAYOUT | frozenset(LETTERS)
    | _names("url footnote begin end cite citep citet ref label eqref cref limits widetilde bar")
)  # fmt: skip


def alternatives(names: frozenset[str] | dict[str, str]) -> str:
    """Names as an alternative of a regular expression, the longest first."""
    return "|".join(re.escape(name) for name in sorted(names, key=lambda own: (-len(own), own)))


#: Commands that set how formulas look; any other that pylatexenc does not know is a name.
LOOKS = frozenset(
    """
    left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr displaystyle textstyle
    scriptstyle scriptscriptstyle limits nolimits mathstrut hspace vspace kern mkern hskip mskip
    phantom vphantom hphantom smash rule raise lower rm bf it cal tt sf sc em small tiny large
    boldmath strut null nonumber notag label tag protect relax quad qquad hfill color normalsize
    frak Bbb boldsymbol bm pmb mathbold unboldmath mathpzc mathbin mathrel mathord mathopen
    mathclose
    mathpunct text textup textnormal begin end of over
    choose substack hbox mbox rlap llap mathrlap mathllap scriptsize footnotesize
    """.split()
)
#: Symbols that pylatexenc does not know.
OTHER_SIGNS = {
    "coloneqq": ":=", "implies": "⇒", "iff": "⇔", "neg": "¬", "lnot": "¬", "land": "∧", "lor": "∨",
    "bmod": " mod ", "upmu": "µ", "upxi": "ξ", "uppi": "π", "colon": ":", "gets": "←", "Box": "□",
    "Diamond": "◇", "hdots": "…", "degree": "°", "percent": "%", "vcentcolon": ":", "ohm": "Ω",
    "eqdef": "≝", "triangleq": "≜", "colonequals": ":=", "lvert": "|", "rvert": "|", "lt": "<",
    "gt": ">", "space": " ", "la": "⟨", "ra": "⟩", "lAngle": "⟨", "rAngle": "⟩", "textgreater": ">",
    "textless": "<", "checkmark": "✓", "Re": "Re", "Im": "Im", "bold": "", "mathds": "",
}  # fmt: skip
