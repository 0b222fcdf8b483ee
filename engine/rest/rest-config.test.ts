import { describe, expect, it } from 'vitest'
import { pgrstVariables, restConfig } from './rest-config.ts'

describe('the configuration', () => {
  it('has the defaults of the hosted service', () => {
    expect(restConfig({ api: {} })).toEqual({
      schemas: ['public', 'graphql_public'],
      searchPaths: new Map([
        ['public', '"public", "extensions"'],
        ['graphql_public', '"graphql_public", "public", "extensions"'],
      ]),
      maxRows: 1000,
      aggregates: false,
      plan: false,
      transactionEnd: { rollback: false, mayBeOverridden: false },
      preRequest: undefined,
      hoisted: ['statement_timeout', 'plan_filter.statement_cost_limit', 'default_transaction_isolation'],
      timezone: true,
      rootFunction: undefined,
      appSettings: {},
      openApi: { mode: 'follow-privileges', address: undefined },
    })
  })

  it('is what the database says, else the environment, else config.toml', () => {
    const api = { schemas: ['shop'], max_rows: 10 }
    expect(restConfig({ api })).toMatchObject({ schemas: ['shop'], maxRows: 10 })
    const environment = { db_schemas: 'till, shop', db_max_rows: '20', db_tx_end: 'rollback-allow-override' }
    expect(restConfig({ api, environment })).toMatchObject({
      schemas: ['till', 'shop'],
      maxRows: 20,
      transactionEnd: { rollback: true, mayBeOverridden: true },
    })
    const database = { db_max_rows: '30', 'app.settings.greeting': 'hello' }
    expect(restConfig({ api, environment, database })).toMatchObject({
      schemas: ['till', 'shop'],
      maxRows: 30,
      appSettings: { 'app.settings.greeting': 'hello' },
    })
  })

  it.each([
    [{ db_max_rows: 'many' }, 'PGRST_DB_MAX_ROWS should be a number of rows.'],
    [{ db_plan_enabled: 'perhaps' }, 'PGRST_DB_PLAN_ENABLED should be true or false.'],
    [{ db_schemas: ' , ' }, 'PGRST_DB_SCHEMAS should be at least one schema.'],
    [{ openapi_mode: 'open' }, 'PGRST_OPENAPI_MODE should be follow-privileges, ignore-privileges, disabled.'],
  ])('refuses %j', (environment, message) => {
    expect(() => restConfig({ api: {}, environment })).toThrow(message)
  })

  it('says which setting of the database makes no sense', () => {
    expect(() => restConfig({ api: {}, database: { db_tx_end: 'never' } })).toThrow(
      'pgrst.db_tx_end should be commit, commit-allow-override, rollback, rollback-allow-override.',
    )
  })
})

describe('the variables of PostgREST', () => {
  it('are sorted into known settings and unknown ones', () => {
    expect(pgrstVariables({ PGRST_DB_MAX_ROWS: '5', PGRST_APP_SETTINGS_A: 'b', PGRST_DB_POOL: '1' })).toEqual({
      settings: { db_max_rows: '5', 'app.settings.a': 'b' },
      unknown: ['PGRST_DB_POOL'],
    })
  })
})
