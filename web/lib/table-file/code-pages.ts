/**
 * Code pages of text files, by their WHATWG labels, with names for people. Browsers do not know the three of DOS and
 * the central European one of old Macs; the last three are double-encoded UTF-8, which another program misread and
 * saved again ("Ã©" for "é").
 */
export const codePages = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big endian)',
  'windows-1252': 'Western European (Windows)',
  'windows-1250': 'Central European (Windows)',
  'windows-1254': 'Turkish (Windows)',
  'windows-1257': 'Baltic (Windows)',
  'windows-1251': 'Cyrillic (Windows)',
  'windows-1253': 'Greek (Windows)',
  'windows-1255': 'Hebrew (Windows)',
  'windows-1256': 'Arabic (Windows)',
  'windows-1258': 'Vietnamese (Windows)',
  'windows-874': 'Thai (Windows)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'iso-8859-5': 'Cyrillic (ISO 8859-5)',
  'iso-8859-15': 'Western European (ISO 8859-15)',
  'koi8-u': 'Cyrillic (KOI8)',
  macintosh: 'Western European (Mac)',
  'x-mac-ce': 'Central European (Mac)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  ibm437: 'United States (DOS)',
  ibm850: 'Western European (DOS)',
  ibm852: 'Central European (DOS)',
  ibm866: 'Cyrillic (DOS)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC)',
  'iso-2022-jp': 'Japanese (JIS)',
  gb18030: 'Chinese, simplified (GB 18030)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC)',
  'utf-8, twice': 'Unicode, encoded twice (by Windows)',
  'utf-8, twice, central': 'Unicode, encoded twice (by Windows, Central European)',
  'utf-8, twice, mac': 'Unicode, encoded twice (by a Mac)',
} as const

export type CodePage = keyof typeof codePages

export const isCodePage = (name: string): name is CodePage => name in codePages

/** The upper half, bytes 0x80 to 0xFF, of the code pages that browsers do not know. */
const upperHalves: Partial<Record<CodePage, string>> = {
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
  ibm852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0',
  'x-mac-ce':
    'ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅņŃ¬√ńŇ∆«»…\u00A0ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ',
}

/** The code page in which double-encoded UTF-8 was misread. */
const firstReadAs: Partial<Record<CodePage, CodePage>> = {
  'utf-8, twice': 'windows-1252',
  'utf-8, twice, central': 'windows-1250',
  'utf-8, twice, mac': 'macintosh',
}

/** Decodes bytes; undefined if one of them has no character in this code page. */
export function decodeStrictly(codePage: CodePage, bytes: Uint8Array): string | undefined {
  const upperHalf = upperHalves[codePage]
  if (upperHalf) return mapped(bytes, upperHalf)
  const first = firstReadAs[codePage]
  if (first) return decodedTwice(bytes, first)
  try {
    return new TextDecoder(codePage, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function mapped(bytes: Uint8Array, upperHalf: string): string {
  const units = Uint16Array.from(bytes, (byte) => (byte < 0x80 ? byte : upperHalf.charCodeAt(byte - 0x80)))
  return new TextDecoder('utf-16le').decode(units)
}

/** Undoes double encoding; undefined if there was none. */
function decodedTwice(bytes: Uint8Array, first: CodePage): string | undefined {
  const byteOf = new Map<string, number>()
  for (let byte = 0x80; byte < 0x100; byte += 1) byteOf.set(decodeStrictly(first, Uint8Array.of(byte)) ?? '', byte)
  let mended = 0
  const text = decodeStrictly('utf-8', bytes)?.replace(/[\u0080-\uFFFF]+/g, (run) => {
    const inner = Array.from(run, (letter) => byteOf.get(letter))
    const isKnown = inner.every((byte) => byte !== undefined)
    const meant = isKnown ? decodeStrictly('utf-8', Uint8Array.from(inner)) : undefined
    if (meant !== undefined) mended += 1
    return meant ?? run
  })
  return mended > 0 ? text : undefined
}
