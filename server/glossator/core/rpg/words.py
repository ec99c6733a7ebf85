"""Words of RPG: operations, and words in expressions that name nothing."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


OPERATIONS = _words(
    "acq add adddur alloc and andeq andge andgt andle andlt andne begsr bitoff biton cab cabeq cabge cabgt cable "
    "cablt cabne call callb callp cas caseq casge casgt casle caslt casne cat chain check checkr clear close comp "
    "data-gen data-into dealloc define delete div do dou doueq douge dougt doule doult doune dow doweq dowge dowgt "
    "dowle dowlt downe dsply dump else elseif end endcs enddo endfor endif endmon endsl endsr eval eval-corr evalr "
    "except exfmt exsr extrct feod for for-each force goto if ifeq ifge ifgt ifle iflt ifne in iter kfld klist leave "
    "leavesr lookup mhhzo mhlzo mlhzo mllzo monitor move movea movel mult mvr next occur on-error on-excp on-exit "
    "open or oreq orge orgt orle orlt orne other out parm plist post read readc reade readp readpe realloc rel reset "
    "return rolbk scan select setgt setll setoff seton shtdn snd-msg sorta sqrt sub subdur subst tag test testb testn "
    "testz time unlock update when wheneq whenge whengt whenle whenlt whenne when-in when-is write xfoot xlate "
    "xml-into xml-sax z-add z-sub commit"
)
"""Operations of RPG IV, in small letters."""

OLD_OPERATIONS = OPERATIONS | _words(
    "bitof debug defn delet excpt lokup redpe setof unlck updat z-add z-sub free retrn"
)
"""Operations as RPG III writes them, in at most five letters."""

EXTENDED = _words(
    "callp data-gen data-into dou dow elseif eval eval-corr evalr for for-each if on-error on-excp on-exit return "
    "snd-msg sorta when when-in when-is xml-into xml-sax"
)
"""Operations of fixed columns whose operands are an expression that goes to the end of the line."""

COMPARING = _words("caseq casge casgt casle caslt casne cas")
"""Operations of fixed columns that run the subroutine named as their result."""

ASSIGNING = _words("eval evalr eval-corr")

DECLARING = _words(
    "dcl-proc end-proc dcl-pr end-pr dcl-pi end-pi dcl-ds end-ds dcl-s dcl-c dcl-f dcl-subf dcl-parm dcl-enum end-enum "
    "ctl-opt"
)
"""Words that begin a declaration of the free form, or end one."""

TYPES = _words(
    "char varchar ucs2 varucs2 graph vargraph ind packed zoned bindec int uns float date time timestamp pointer object "
    "like likeds likerec extfld pos overlay"
)
"""Words that begin the keywords of a subfield or parameter."""

CONNECTIVES = _words("and or not in to downto by")
"""Words that stand in expressions and name nothing."""

HYPHENATED = tuple(sorted((word for word in OPERATIONS | DECLARING if "-" in word), key=len, reverse=True))
