import fc from 'fast-check'

/** A random request: mostly almost valid, and sometimes arbitrary. */
export type AnyRequest = { method: string; url: string; headers: Record<string, string>; body: string | undefined }

const words = (text: string) => text.split(' ')
const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)

/** Fragments with a meaning in a URL, the query language, JSON, a pattern or SQL. */
const fragments = [
  ...words('a Zq9 id title null true 1 -7 90071992547409931 1.5e400 NaN 2020-01-01 eq not in or and any count() xml'),
  ...words(
    `" ' \\ \` $$ $1 -- /* */ ; % %00 + & = # ? / // : :: ( ) { } [ ] , . .. ... * | -> ->> ! !inner {1,2} [1,2)`,
  ),
  '; drop table films; --',
  "' or '1'='1",
  '")) union select 1',
  'pg_sleep(9)',
  '{"a":[1,{"b":null}]}',
  'public.',
  ...['\0', '\u{10ffff}', 'é', '日本', '\ud800', '\n', '\t', ' '],
]
const text = fc.array(fc.constantFrom(...fragments), { maxLength: 4 }).map((parts) => parts.join(''))

/** Tables of the sample schema; those with many relationships are repeated to be chosen more often. */
const tables = words(
  'films films films directors directors actors roles technical_specs premieres studios old_films nowhere',
)
const functions = words('add_them either echo films_since say oldest_film film_years nowhere')
const columns = words('id title details year last_name tags screened document full_name a parent_id')
const casts = [
  'int',
  'text',
  'jsonb',
  'nothing',
  'double precision',
  'films',
  'int[]',
  'int) as x, (1',
  'text; select 1',
  ...[
    '$$',
    '$1',
    'int $$',
    '1$$',
    'select',
    'int as',
    'national',
    'setof',
    'timestamp with',
    'interval day to',
    'int array',
  ],
]
const operators = words(
  'eq neq gt gte lt lte like ilike match imatch cs cd ov sl sr nxr nxl adj fts plfts phfts wfts isdistinct ' +
    'eq(any) like(all) gt(any) fts(english) wfts(x) sum',
)

const mostly = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: rare })

const quoted = text.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`)
const name = mostly(oneOf(...columns), fc.oneof(text, quoted))
const step = fc
  .tuple(oneOf('->', '->>'), mostly(oneOf('a', 'color', '0', '-1', '"x y"'), text))
  .map(([to, key]) => to + key)
const field = fc
  .tuple(name, mostly(fc.constant<string[]>([]), fc.array(step, { minLength: 1, maxLength: 3 })))
  .map(([column, path]) => column + path.join(''))

const operation = fc
  .tuple(
    mostly(oneOf('', 'not.'), fc.constant('not.not.')),
    fc.oneof(
      fc.tuple(oneOf(...operators), text).map(([operator, value]) => `${operator}.${value}`),
      fc.array(fc.oneof(text, quoted), { maxLength: 3 }).map((values) => `in.(${values.join(',')})`),
      mostly(oneOf('is.null', 'is.NOT_NULL', 'is.true', 'is.unknown'), fc.constant('is.x')),
    ),
  )
  .map(([not, what]) => not + what)

const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.tuple(field, operation).map(([tested, what]) => `${tested}.${what}`),
    fc
      .tuple(
        mostly(oneOf('and', 'or', 'not.and', 'not.or'), fc.constant('xor')),
        fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
      )
      .map(([operator, members]) => `${operator}(${members.join(',')})`),
  ),
}))

const alias = mostly(oneOf('', '', 'x:', 'id:', 'count:', 'director_id:', 'host_id:'), text)
const cast = mostly(
  fc.constant(''),
  oneOf(...casts).map((type) => `::${type}`),
)
const aggregate = mostly(fc.constant(''), oneOf('.sum()', '.avg()', '.count()', '.min()', '.max()', '.none()'))
const relation = mostly(
  oneOf(...words('directors roles films actors technical_specs director_id host_id parent_id colleagues studios')),
  text,
)
const hint = mostly(oneOf('', '', '!inner', '!left'), oneOf('!host_id', '!roles', '!x!inner', '!'))

const { select } = fc.letrec<{ select: string; item: string }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(alias, field, cast, aggregate, cast).map((parts) => parts.join('')),
    oneOf('*', 'count()', 'n:count()::text'),
    fc
      .tuple(oneOf('', '...'), alias, relation, hint, tie('select'))
      .map(([spread, called, of, by, inner]) => `${spread}${spread === '' ? called : ''}${of}${by}(${inner})`),
  ),
  select: fc.array(tie('item'), { maxLength: 3 }).map((items) => items.join(',')),
}))

const order = fc
  .array(
    fc
      .tuple(
        fc.oneof(
          field,
          fc.tuple(relation, field).map(([of, by]) => `${of}(${by})`),
        ),
        mostly(oneOf('', '.desc', '.asc.nullsfirst'), fc.constant('.up')),
      )
      .map((parts) => parts.join('')),
    { minLength: 1, maxLength: 3 },
  )
  .map((terms) => terms.join(','))

const path = mostly(fc.constant(''), oneOf('directors.', 'roles.', 'x.', '"d".'))
const amount = mostly(oneOf('0', '1', '5', '99999999999999999999', ''), oneOf('-1', 'x'))
const param: fc.Arbitrary<[string, string]> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.tuple(path, field).map((parts) => parts.join('')),
      operation,
    ),
  },
  { weight: 3, arbitrary: fc.tuple(fc.constant('select'), select) },
  fc.tuple(
    path.chain((at) => oneOf(`${at}or`, `${at}and`, `${at}not.or`)),
    fc.array(condition, { minLength: 1, maxLength: 3 }).map((members) => `(${members.join(',')})`),
  ),
  fc.tuple(
    path.map((at) => `${at}order`),
    order,
  ),
  fc.tuple(
    fc.tuple(path, oneOf('limit', 'offset')).map((parts) => parts.join('')),
    amount,
  ),
  fc.tuple(
    oneOf('on_conflict', 'columns'),
    fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join(',')),
  ),
  fc.tuple(oneOf('a', 'b', 'since', 'word', 'value'), text),
)

const encoded = (value: string) => encodeURIComponent(value.toWellFormed()).replaceAll('%20', '+')
const query = mostly(
  fc
    .array(mostly(param, fc.tuple(text, text)), { maxLength: 4 })
    .map((params) => params.map(([key, value]) => `${encoded(key)}=${encoded(value)}`).join('&')),
  // Unencoded characters: anything that may occur in a request line.
  text.map((raw) => raw.replace(/[^\x21-\x7e]/g, '')),
)

const value = fc.oneof(oneOf<unknown>(null, true, 1, 1e300, '', [], {}, [1, 'x'], { a: { b: [null] } }), text)
const row = fc.dictionary(fc.oneof(oneOf(...columns, 'a', 'value'), text), value, { maxKeys: 3 })
const body = mostly(
  fc.oneof(
    row.map((one) => JSON.stringify(one)),
    fc.array(row, { maxLength: 2 }).map((rows) => JSON.stringify(rows)),
  ),
  fc.oneof(
    fc.constant(undefined),
    value.map((one) => JSON.stringify(one)),
    text,
    fc.tuple(name, text).map(([key, one]) => `${key}\n${one}`),
  ),
)

const prefers = [
  words(' return=representation return=headers-only return=minimal,missing=default resolution=merge-duplicates'),
  words('   count=exact count=estimated count=planned handling=strict,max-affected=1 handling=strict,nonsense'),
  ['', '', '', '', '', '', 'timezone=Asia/Tokyo', "timezone='; x"],
  ['tx=rollback'],
].map((choices) => oneOf(...choices))
const accepts = words(
  'application/json text/csv application/vnd.pgrst.object+json application/vnd.pgrst.plan+json text/plain x;q=y,"',
)
const types = words('text/csv application/x-www-form-urlencoded text/plain x/y')

const headers = fc
  .tuple(
    fc.tuple(...prefers).map((all) => all.filter((one) => one !== '').join(', ')),
    fc.oneof(fc.constant('*/*'), oneOf(...accepts)),
    mostly(fc.constant('application/json'), oneOf(...types)),
    mostly(fc.constant(undefined), oneOf('0-1', '5-1', '1-', 'x')),
  )
  .map(([prefer, accept, type, range]) => ({
    prefer,
    accept,
    'content-type': type,
    ...(range !== undefined && { range }),
  }))

const toTable = fc.tuple(
  oneOf(...words('GET GET GET GET HEAD POST POST PATCH DELETE PUT')),
  oneOf(...tables).map((table) => `/${table}`),
)
const toFunction = fc.tuple(
  mostly(oneOf('GET', 'POST', 'HEAD'), oneOf('PATCH', 'PUT', 'DELETE')),
  oneOf(...functions).map((called) => `/rpc/${called}`),
)
const toNothing = fc.tuple(
  oneOf('GET', 'POST', 'DELETE'),
  fc.oneof(
    oneOf('/', '/rpc/', '/rpc', '//', '/a/b'),
    text.map((raw) => `/${encodeURIComponent(raw.toWellFormed())}`),
  ),
)

/** An arbitrary request. Writes are rolled back where the server lets a caller ask for that. */
export const anyRequest: fc.Arbitrary<AnyRequest> = fc
  .tuple(
    mostly(fc.oneof({ weight: 3, arbitrary: toTable }, { weight: 1, arbitrary: toFunction }), toNothing),
    query,
    headers,
    body,
  )
  .map(([[method, path], asked, sent, payload]) => ({
    method,
    url: asked === '' ? path : `${path}?${asked}`,
    headers: sent,
    body: method === 'GET' || method === 'HEAD' ? undefined : payload,
  }))
