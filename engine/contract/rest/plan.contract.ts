import { describe, expect, it } from 'vitest'
import { anonymous, data, request, service } from './client.ts'

describe('the plan of a request', () => {
  it('is shown as text and as JSON', async () => {
    const { data: text } = await anonymous.from('films').select('title').explain()
    expect(text).toContain('Aggregate  (cost=')
    const { data: json } = await anonymous.from('films').select('title').explain({ format: 'json', verbose: true })
    expect(json).toEqual([{ Plan: expect.objectContaining({ 'Node Type': 'Aggregate', Output: expect.anything() }) }])
  })

  it('says what it is', async () => {
    const accept = 'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|settings'
    const { status, headers } = await request('/films', { headers: { accept } })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe(
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|settings; charset=utf-8',
    )
  })

  it('of a write is tried out and undone if asked', async () => {
    const owner = crypto.randomUUID()
    const { data: plan } = await anonymous
      .from('todos')
      .insert({ owner })
      .select()
      .rollback()
      .explain({ analyze: true })
    expect(plan).toContain('Insert on todos')
    expect(data(await anonymous.from('todos').select('id').eq('owner', owner))).toEqual([])
  })

  it('of a function', async () => {
    const { data: plan } = await service.rpc('films_since', { since: 1950 }).explain()
    expect(plan).toContain('Aggregate  (cost=')
  })
})

describe('a transaction that is rolled back', () => {
  const owner = crypto.randomUUID()

  it('shows what would have happened', async () => {
    const { headers, body, status } = await request('/todos', {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'tx=rollback, return=representation' },
      body: JSON.stringify({ owner, title: 'never' }),
    })
    expect(status).toBe(201)
    expect(headers.get('preference-applied')).toBe('return=representation, tx=rollback')
    expect(JSON.parse(body)).toEqual([expect.objectContaining({ owner, title: 'never' })])
    expect(data(await anonymous.from('todos').select('id').eq('owner', owner))).toEqual([])
  })

  it('works for functions and for every kind of write', async () => {
    await anonymous.rpc('add_todo', { owner, title: 'by a function' }).rollback()
    const [kept] = data(await anonymous.from('todos').insert({ owner, title: 'kept' }).select('id'))
    await anonymous.from('todos').update({ title: 'changed' }).eq('id', kept?.id).rollback()
    await anonymous.from('todos').delete().eq('id', kept?.id).rollback()
    expect(data(await anonymous.from('todos').select('title').eq('owner', owner))).toEqual([{ title: 'kept' }])
  })

  it('still refuses what the end of the transaction would have', async () => {
    const { error, status } = await anonymous.from('seats').insert({ row: 1, number: 1, guest: 4711 }).rollback()
    expect(status).toBe(409)
    expect(error).toMatchObject({ code: '23503' })
  })
})
