import { createClient } from '@supabase/supabase-js'

const client = createClient('http://127.0.0.1:1', 'key', { auth: { persistSession: false, autoRefreshToken: false } })

/** The parts of the client, by their names in test titles. */
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

/** Methods that are public in JavaScript only, or that need no server. */
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
    'log',
    'push',
    'removeAllChannels',
    'removeChannel',
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
    'throwOnError',
    'toBase64',
    'uploadOrUpdate',
  ],
  'storage.analytics': ['fetch', 'handleOperation', 'setHeader', 'throwOnError'],
  'storage.vectors': ['fetch', 'handleOperation', 'setHeader', 'throwOnError'],
  'storage.vectors.from()': ['fetch', 'handleOperation', 'setHeader', 'throwOnError'],
  'storage.vectors.from().index()': ['fetch', 'handleOperation', 'setHeader', 'throwOnError'],
}

/** Every method of the client that sends a request, as `part.method`. */
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

/** Methods that optional packages of the engine implement, and whose tests are in those packages. */
export const fromPackages: readonly { name: string; methods: RegExp }[] = [
  { name: 'engine-passkeys', methods: /passkey|\.webauthn\./i },
  { name: 'engine-providers', methods: /^auth\.(signInWith(OAuth|IdToken)|(link|unlink)Identity|getUserIdentities)$/ },
  { name: 'engine-recovery-codes', methods: /\.recoveryCodes\./ },
  { name: 'engine-saml', methods: /^auth\.signInWithSSO$/ },
]

type NotBuilt = {
  what: string
  /** The methods of the client that need the feature. */
  methods?: RegExp
  /** The server's answer to these methods. */
  answer: string
  /** The reason, or an alternative. */
  instead: string
}

/** Features that this engine lacks, or that are off by default. */
export const notBuilt: readonly NotBuilt[] = [
  {
    what: 'Analytics buckets (Iceberg)',
    methods: /^storage\.analytics\./,
    answer: '501 `NotImplemented`',
    instead: 'a catalog of tables is a service of its own: files of any kind fit into buckets',
  },
  {
    what: 'Vector buckets',
    methods: /^storage\.vectors\./,
    answer: '501 `NotImplemented`',
    instead: 'PostgreSQL keeps vectors by [pgvector](extensions.md)',
  },
  {
    what: 'Versions of files',
    methods: /^storage\.\w+BucketLifecycle$/,
    answer: '501 `NotImplemented`; a bucket that asks for them, 409 `FeatureNotEnabled`',
    instead: 'buckets keep the file that is there ([why](decisions/0033-no-versions-of-files.md))',
  },
  {
    what: 'OAuth server',
    methods: /^auth\.(oauth|admin\.oauth)\./,
    answer: '404 `feature_disabled`',
    instead: 'other applications do not sign in by this service',
  },
  {
    what: 'Custom providers',
    methods: /^auth\.admin\.customProviders\./,
    answer: '404 `feature_disabled`',
    instead: 'providers are named in config.toml ([how](sign-in-providers.md))',
  },
  {
    what: 'Web3',
    methods: /^auth\.signInWith(Web3|Ethereum|Solana)$/,
    answer: '404 `web3_provider_disabled`',
    instead: 'wallets are no way to sign in here',
  },
  {
    what: 'Tokens of third parties (`[auth.third_party]`)',
    answer: 'a token that another issuer signed is refused as one that is forged; config.toml: *not known here*',
    instead: 'their people sign in by [OpenID Connect or SAML](sign-in-providers.md)',
  },
  {
    what: 'Requests to other servers inside of SQL statements (`http`)',
    answer: '`create extension http` fails, and says what to use',
    instead: '`pg_net`, or a function that asks first ([why](decisions/0063-statements-that-ask.md))',
  },
  {
    what: 'GeoJSON',
    methods: /^select\.geojson$/,
    answer: '404 `42883`, as of any function that is not there',
    instead: 'there on a PostgreSQL with PostGIS, which the embedded database does not have ([why](extensions.md))',
  },
  {
    what: 'Providers, such as Google',
    answer: '400 `validation_failed` *Unsupported provider*; 400 `provider_disabled` for an ID token, while off',
    instead: '`[auth.external]` switches them on, with the package `engine-providers` ([how](sign-in-providers.md))',
  },
  {
    what: 'Hooks',
    answer: 'nothing is called while off',
    instead: '`[auth.hook]` switches them on, with the package `engine-hooks`',
  },
  {
    what: 'SAML',
    answer: '404 `saml_provider_disabled` while off',
    instead: '`[auth.saml]` of engine.toml switches it on, with the package `engine-saml`',
  },
  {
    what: 'Passkeys, and security keys as second factors',
    answer: '404 `passkey_disabled`; 422 `mfa_webauthn_enroll_not_enabled` while off',
    instead: '`[auth.passkey]` and `[auth.mfa.web_authn]` switch them on, with the package `engine-passkeys`',
  },
  {
    what: 'Recovery codes',
    answer: '422 `mfa_recovery_codes_enroll_not_enabled` or `mfa_recovery_codes_verify_not_enabled` while off',
    instead: '`[auth.mfa.recovery_codes]` of engine.toml switches them on, with the package `engine-recovery-codes`',
  },
  {
    what: 'Image transformations',
    answer: 'the original picture while off',
    instead: '`[storage.image_transformation]` switches them on, with the package `engine-images`',
  },
  {
    what: 'Resumable uploads (TUS)',
    answer: '404 while off',
    instead:
      'on where the package `engine-resumable` is installed, unless `[storage.resumable]` of engine.toml says otherwise',
  },
  {
    what: 'The description of the REST API (OpenAPI)',
    answer: '404 `PGRST126` while off',
    instead: 'on where the package `engine-openapi` is installed, unless `PGRST_OPENAPI_MODE` is `disabled`',
  },
  {
    what: 'The S3 protocol',
    answer: '404 while off',
    instead: '`[storage.s3_protocol]` switches it on, with the package `engine-s3` ([how](s3-protocol.md))',
  },
  {
    what: 'Extensions that the engine stands in for',
    answer: 'a project that creates none has none of their tables and functions',
    instead:
      'a migration that creates one brings it, with the package `engine-extensions` ([which](extensions.md#stand-ins))',
  },
  {
    what: 'What Deno has beside web standards, for functions',
    answer: 'a start with functions that need it ends with a line that says what to install',
    instead: 'the package `engine-deno` runs them ([what it has](wire/functions.md#what-deno-has))',
  },
]
