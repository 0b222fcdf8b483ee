/** Whether a folder is the recycle bin or lies in it: exports contain deleted entries too. */
export const isInRecycleBin = (folder: string) =>
  folder
    .split(/[/\\]/)
    .slice(0, 2)
    .some((name) => RECYCLE_BINS.has(name.trim().toLowerCase()))

/** KeePassXC's names of the recycle bin in all its languages (from its share/translations). */
const RECYCLE_BINS = new Set([
  ...[
    'recycle bin',
    'papierkorb',
    'corbeille',
    'papelera',
    'papelera de reciclaje',
    'cestino',
    'lixeira',
    'reciclagem',
  ],
  ...[
    'prullenbak',
    'kosz',
    'koš',
    'kôš',
    'papirkurv',
    'papperskorg',
    'papperskorgen',
    'roskakori',
    'prügikast',
    'kuka',
  ],
  ...['paperera', 'çöp kutusu', 'šiukšlinė', 'coș de gunoi', 'koš za smeće', 'корзина', 'смітник', 'кошче', '回收站'],
  ...['回收桶', 'ゴミ箱', '휴지통', 'κάδος ανακύκλωσης', 'סל־מחזור', 'سلة المهملات'],
])
