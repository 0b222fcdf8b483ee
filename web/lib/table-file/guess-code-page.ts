import { type CodePage, codePages, decodeStrictly, isCodePage } from './code-pages.ts'
import { plausibility } from './plausibility.ts'

/** Prior likelihood of code pages: what current Excel writes comes first. */
const likelihood: Partial<Record<CodePage, number>> = {
  'windows-1252': 0.4,
  'windows-1250': 0.25,
  'windows-1251': 0.25,
  'windows-1254': 0.2,
  macintosh: 0.2,
  'windows-1253': 0.2,
  'windows-1255': 0.2,
  'windows-1256': 0.2,
  'windows-1257': 0.1,
  shift_jis: 0.2,
  gb18030: 0.2,
  big5: 0.2,
  'euc-kr': 0.2,
  ibm850: 0.16,
  ibm437: 0.15,
  'koi8-u': 0.15,
  'x-mac-ce': -0.2,
  'iso-8859-15': -0.2,
}

/** The names that the detector uses for these code pages, or for nearly identical ones. */
const otherNames: Record<string, CodePage> = {
  'iso-8859-1': 'windows-1252',
  'iso8859-15': 'iso-8859-15',
  'iso-8859-9': 'windows-1254',
  'iso-8859-13': 'windows-1257',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  cp874: 'windows-874',
  'tis-620': 'windows-874',
  'koi8-r': 'koi8-u',
  macroman: 'macintosh',
  maclatin2: 'x-mac-ce',
  maccyrillic: 'x-mac-cyrillic',
  cp437: 'ibm437',
  cp850: 'ibm850',
  cp858: 'ibm850',
  cp852: 'ibm852',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  gb2312: 'gb18030',
  gbk: 'gb18030',
}

const isGuessed = (codePage: CodePage) => !codePage.startsWith('utf-')

const ENOUGH_BYTES = 64 * 1024

/**
 * Possible code pages of the bytes, the likeliest first. A detector scores how well they fit the languages it knows,
 * but a few names are too little for it, so implausible words and rare code pages reduce the score.
 */
export async function codePagesByLikelihood(bytes: Uint8Array): Promise<CodePage[]> {
  const sample = linesWithLetters(bytes)
  const fit = await fitByCodePage(sample)
  const byText = new Map<string, { codePage: CodePage; score: number }>()
  for (const codePage of Object.keys(codePages).filter(isCodePage).filter(isGuessed)) {
    const text = decodeStrictly(codePage, sample)
    if (text === undefined || decodeStrictly(codePage, bytes) === undefined) continue
    const other = byText.get(text)
    const score = (fit.get(codePage) ?? 0) + plausibility(text) + (likelihood[codePage] ?? 0)
    // If several code pages decode to the same text, only the most common one is offered.
    byText.set(text, { codePage: other?.codePage ?? codePage, score: Math.max(other?.score ?? score, score) })
  }
  return [...byText.values()].toSorted((one, other) => other.score - one.score).map(({ codePage }) => codePage)
}

/** Scores how well each code page fits the bytes, from 0 to 1. */
async function fitByCodePage(sample: Uint8Array): Promise<Map<CodePage, number>> {
  // The detector is loaded on demand: it is larger than the rest of the portal together, and most files are UTF-8.
  const { detectAll } = await import('jschardet')
  const found = detectAll(sample)
  const most = Math.max(...found.map(({ confidence }) => confidence ?? 0), 0.01)
  const fit = new Map<CodePage, number>()
  for (const { encoding, confidence } of found) {
    const name = encoding?.toLowerCase() ?? ''
    const codePage = otherNames[name] ?? (isCodePage(name) ? name : undefined)
    if (codePage) fit.set(codePage, Math.max(fit.get(codePage) ?? 0, (confidence ?? 0) / most))
  }
  return fit
}

/** The lines with non-ASCII letters, of which a few thousand are enough to guess a code page. */
function linesWithLetters(bytes: Uint8Array): Uint8Array {
  const sample: number[] = []
  let start = 0
  for (let index = 0; index <= bytes.length && sample.length < ENOUGH_BYTES; index += 1) {
    if (index < bytes.length && bytes[index] !== 0x0a && bytes[index] !== 0x0d) continue
    const line = bytes.subarray(start, index + 1)
    if (line.some((byte) => byte >= 0x80)) for (const byte of line) sample.push(byte)
    start = index + 1
  }
  return Uint8Array.from(sample)
}
