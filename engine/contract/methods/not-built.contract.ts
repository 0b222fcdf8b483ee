import { describe, expect, it } from 'vitest'
import { admin, type browser, signedInPerson } from '../auth/people.ts'
import { notBuilt, publicMethods } from './public-methods.ts'

const { oauth, customProviders } = admin.auth.admin
const { analytics, vectors } = admin.storage
const catalog = analytics.from('events')
const embeddings = vectors.from('embeddings')
const documents = embeddings.index('documents')

const id = crypto.randomUUID()
const namespace = ['north']
const table = { namespace, name: 'visits' }
const columns = { name: 'visits', schema: { type: 'struct' as const, fields: [] } }
const message = 'hello'
const vector = { float32: [0, 1] }

/** Every method of the client that needs a feature missing in this engine; `client` is signed in. */
const calls: Record<string, (client: ReturnType<typeof browser>) => Promise<{ error: unknown }>> = {
  'storage.getBucketLifecycle': () => admin.storage.getBucketLifecycle('reels'),
  'storage.updateBucketLifecycle': () => admin.storage.updateBucketLifecycle('reels', { rules: [] }),
  'storage.deleteBucketLifecycle': () => admin.storage.deleteBucketLifecycle('reels'),

  'storage.analytics.createBucket': () => analytics.createBucket('events'),
  'storage.analytics.deleteBucket': () => analytics.deleteBucket('events'),
  'storage.analytics.listBuckets': () => analytics.listBuckets(),
  'storage.analytics.from().createNamespace': () => catalog.createNamespace({ namespace }),
  'storage.analytics.from().createNamespaceIfNotExists': () => catalog.createNamespaceIfNotExists({ namespace }),
  'storage.analytics.from().createTable': () => catalog.createTable({ namespace }, columns),
  'storage.analytics.from().createTableIfNotExists': () => catalog.createTableIfNotExists({ namespace }, columns),
  'storage.analytics.from().dropNamespace': () => catalog.dropNamespace({ namespace }),
  'storage.analytics.from().dropTable': () => catalog.dropTable(table),
  'storage.analytics.from().listNamespaces': () => catalog.listNamespaces(),
  'storage.analytics.from().listTables': () => catalog.listTables({ namespace }),
  'storage.analytics.from().loadNamespaceMetadata': () => catalog.loadNamespaceMetadata({ namespace }),
  'storage.analytics.from().loadTable': () => catalog.loadTable(table),
  'storage.analytics.from().namespaceExists': () => catalog.namespaceExists({ namespace }),
  'storage.analytics.from().tableExists': () => catalog.tableExists(table),
  'storage.analytics.from().updateTable': () => catalog.updateTable(table, {}),

  'storage.vectors.createBucket': () => vectors.createBucket('embeddings'),
  'storage.vectors.deleteBucket': () => vectors.deleteBucket('embeddings'),
  'storage.vectors.getBucket': () => vectors.getBucket('embeddings'),
  'storage.vectors.listBuckets': () => vectors.listBuckets(),
  'storage.vectors.from().createIndex': () =>
    embeddings.createIndex({ indexName: 'documents', dataType: 'float32', dimension: 2, distanceMetric: 'cosine' }),
  'storage.vectors.from().deleteIndex': () => embeddings.deleteIndex('documents'),
  'storage.vectors.from().getIndex': () => embeddings.getIndex('documents'),
  'storage.vectors.from().listIndexes': () => embeddings.listIndexes(),
  'storage.vectors.from().index().deleteVectors': () => documents.deleteVectors({ keys: ['a'] }),
  'storage.vectors.from().index().getVectors': () => documents.getVectors({ keys: ['a'] }),
  'storage.vectors.from().index().listVectors': () => documents.listVectors(),
  'storage.vectors.from().index().putVectors': () => documents.putVectors({ vectors: [{ key: 'a', data: vector }] }),
  'storage.vectors.from().index().queryVectors': () => documents.queryVectors({ queryVector: vector, topK: 1 }),

  'auth.admin.oauth.createClient': () => oauth.createClient({ client_name: 'North', redirect_uris: [] }),
  'auth.admin.oauth.deleteClient': () => oauth.deleteClient(id),
  'auth.admin.oauth.getClient': () => oauth.getClient(id),
  'auth.admin.oauth.listClients': () => oauth.listClients(),
  'auth.admin.oauth.regenerateClientSecret': () => oauth.regenerateClientSecret(id),
  'auth.admin.oauth.updateClient': () => oauth.updateClient(id, {}),
  'auth.oauth.approveAuthorization': ({ auth }) => auth.oauth.approveAuthorization(id),
  'auth.oauth.denyAuthorization': ({ auth }) => auth.oauth.denyAuthorization(id),
  'auth.oauth.getAuthorizationDetails': ({ auth }) => auth.oauth.getAuthorizationDetails(id),
  'auth.oauth.listGrants': ({ auth }) => auth.oauth.listGrants(),
  'auth.oauth.revokeGrant': ({ auth }) => auth.oauth.revokeGrant({ clientId: id }),

  'auth.admin.customProviders.createProvider': () =>
    customProviders.createProvider({
      ...{ provider_type: 'oidc', identifier: 'custom:north', name: 'North', client_id: 'a', client_secret: 'b' },
    }),
  'auth.admin.customProviders.deleteProvider': () => customProviders.deleteProvider('custom:north'),
  'auth.admin.customProviders.getProvider': () => customProviders.getProvider('custom:north'),
  'auth.admin.customProviders.listProviders': () => customProviders.listProviders(),
  'auth.admin.customProviders.updateProvider': () => customProviders.updateProvider('custom:north', {}),

  'auth.signInWithWeb3': ({ auth }) => auth.signInWithWeb3({ chain: 'ethereum', message, signature: '0x00' }),
  'auth.signInWithEthereum': ({ auth }) => auth.signInWithWeb3({ chain: 'ethereum', message, signature: '0x00' }),
  'auth.signInWithSolana': ({ auth }) =>
    auth.signInWithWeb3({ chain: 'solana', message, signature: new Uint8Array(64) }),
}

/** Methods that send no request, or that need a database which no test has. */
const withoutAnswer = ['storage.analytics.from', 'storage.vectors.from', 'storage.vectors.from().index']
const onOtherDatabases = ['select.geojson']

describe('a method whose feature is not here', async () => {
  const { client } = await signedInPerson('not-built')

  it.each(Object.entries(calls))('is answered with what is not here: %s', async (method, call) => {
    const { error } = await call(client)
    // A catalog client takes 404 for a missing table, and an auth client retries after 501.
    const status = method.startsWith('auth.') ? 404 : 501
    // A response to HEAD has no body.
    const words = /Exists$/.test(method) && !/If/.test(method) ? /501/ : WORDS
    expect(error).toMatchObject({ status, message: expect.stringMatching(words) })
  })

  it('is known, every one of them', () => {
    const missing = publicMethods.filter((method) => notBuilt.some(({ methods }) => methods?.test(method)))
    expect([...Object.keys(calls), ...withoutAnswer, ...onOtherDatabases].toSorted()).toEqual(missing.toSorted())
  })
})

const WORDS = /not part of this service|no OAuth server|config\.toml|Web3 provider is disabled/
