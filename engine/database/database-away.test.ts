import Fastify, { type FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { renderError as renderAuthError } from '../auth/http/render-error.ts'
import { refusal } from '../rest/answer/error-response.ts'
import { renderError as renderStorageError } from '../storage/render-error.ts'
import { DatabaseBusy, DatabaseUnreachable } from './database.ts'

const services: [string, (app: FastifyInstance) => unknown, busy: number][] = [
  [
    'the table access',
    (app) =>
      app.setErrorHandler<Error>((error, request, reply) => {
        const { statusCode, headers, body } = refusal(error, request)
        return reply.code(statusCode).headers(headers).send(body)
      }),
    503,
  ],
  ['auth', (app) => app.setErrorHandler<Error>(renderAuthError), 503],
  ['storage', (app) => app.setErrorHandler<Error>(renderStorageError), 429],
]

it.each(services)(
  '%s says when to ask again while there is no database, or not for this caller',
  async (_, handle, busy) => {
    const app = Fastify()
    handle(app)
    app.get('/unreachable', async () => {
      throw new DatabaseUnreachable('The thread ended.')
    })
    app.get('/busy', async () => {
      throw new DatabaseBusy(60)
    })
    const answers = await Promise.all(['/unreachable', '/busy'].map((url) => app.inject({ url })))
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual([
      [503, '1'],
      [busy, '60'],
    ])
  },
)
