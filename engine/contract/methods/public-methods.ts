import { createClient } from '@supabase/supabase-js'

const client = createClient('http://127.0.0.1:1', 'key', { auth: { persistSession: false, autoRefreshToken: false } })

/** The client's parts, by the name they have in a test's title. */
const parts: Record<string, object> = {
  client,
  auth: client.auth,
  'auth.admin': client.auth.admin,
  'auth.admin.customProviders': client.auth.admin.customProviders,
  'auth.admin.mfa': client.auth.admin.mfa,
  'auth.admin.oauth': client.auth.admin.oauth,
  'auth.admin.passkey': client.auth.admin.passkey,
  'auth.mfa': client.auth.mfa,
  'auth.mfa.recoveryCodes': client.auth.mfa.recoveryCodes,
  'auth.mfa.webauthn': client.auth.mfa.webauthn,
  'auth.oauth': client.auth.oauth,
  'auth.passkey': client.auth.passkey,
  from: client.from('films'),
  select: client.from('films').select(),
  functions: client.functions,
  realtime: client.realtime,
  channel: client.channel('room'),
  storage: client.storage,
  'storage.from()': client.storage.from('posters'),
  'storage.analytics': client.storage.analytics,
  'storage.analytics.from()': client.storage.analytics.from('events'),
  'storage.vectors': client.storage.vectors,
  'storage.vectors.from()': client.storage.vectors.from('embeddings'),
  'storage.vectors.from().index()': client.storage.vectors.from('embeddings').index('documents'),
}

/** Public in JavaScript only, or of use without any server. */
const internal: Record<string, readonly string[]> = {
  client: ['fetch', 'functionsFetch'],
  auth: ['dispose', 'fetch', 'fetchJwk', 'isThrowOnErrorEnabled', 'linkIdentityIdToken', 'linkIdentityOAuth', 'logger'],
  'auth.admin': ['fetch'],
  from: ['cloneRequestState', 'fetch'],
  select: ['fetch', 'processResponse', 'then'],
  functions: ['fetch'],
  realtime: [
    ...[
      'accessToken',
      'channel',
      'endpointURL',
      'fetch',
      'getChannels',
      'hasLogger',
      'isConnecting',
      'isDisconnecting',
    ],
    ...['log', 'push', 'removeAllChannels', 'removeChannel'],
  ],
  channel: ['copyBindings', 'teardown', 'updateJoinPayload'],
  storage: ['bucketLifecycleUrl', 'fetch', 'handleOperation', 'listBucketOptionsToQueryString'],
  'storage.from()': [
    ...[
      'applyTransformOptsToQuery',
      'encodeMetadata',
      'fetch',
      'handleOperation',
      'prepareUploadFormData',
      'setHeader',
    ],
    ...['throwOnError', 'toBase64', 'uploadOrUpdate'],
  ],
  'storage.analytics': ['fetch', 'handleOperation', 'setHeader', 'throwOnError'],
  'storage.vectors': ['fetch', 'handleOperation', 'setHeader', 'throwOnError'],
  'storage.vectors.from()': ['fetch', 'handleOperation', 'setHeader', 'throwOnError'],
  'storage.vectors.from().index()': ['fetch', 'handleOperation', 'setHeader', 'throwOnError'],
}

/** Every method of the client that asks a server for something, as `part.method`. */
export const publicMethods = Object.entries(parts).flatMap(([part, object]) =>
  methodsOf(object)
    .filter((method) => !internal[part]?.includes(method))
    .map((method) => `${part}.${method}`),
)

function methodsOf(object: object): string[] {
  const names = new Set<string>()
  for (let layer: unknown = object; layer && layer !== Object.prototype; layer = Object.getPrototypeOf(layer)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(layer))) {
      if (typeof value === 'function' && name !== 'constructor' && !name.startsWith('_')) names.add(name)
    }
  }
  return [...names].sort()
}

/** What this engine does not do, and why; the client gets a clear refusal. */
export const notBuilt: readonly { methods: RegExp; because: string }[] = [
  {
    methods: /^storage\.\w+BucketLifecycle$/,
    because:
      'they say when earlier versions of files expire, and buckets keep none ([why](decisions/0033-no-versions-of-files.md))',
  },
  {
    methods: /^storage\.(analytics|vectors)\./,
    because:
      'catalogs of Iceberg tables and vector buckets are services of their own; PostgreSQL keeps vectors by pgvector',
  },
  {
    methods: /^auth\.(oauth|admin\.oauth)\./,
    because: 'other applications do not sign in by this service: it is no OAuth server',
  },
  {
    methods: /^auth\.admin\.customProviders\./,
    because: 'providers are named in config.toml ([how](sign-in-providers.md))',
  },
  {
    methods: /^auth\.signInWith(Web3|Ethereum|Solana)$/,
    because: 'wallets are no way to sign in here',
  },
  {
    methods: /^select\.geojson$/,
    because:
      'for a PostgreSQL with PostGIS, which none of the databases of the tests has, nor the embedded one ([why](extensions.md))',
  },
]
