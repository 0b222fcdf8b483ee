import type { FastifyInstance } from 'fastify'
import { waysOf } from '../asking/ways.ts'
import type { Work } from '../stand-in.ts'
import { AnswersInTime } from './answers-in-time.ts'

/** Whoever waits has read it after this, or has gone. */
export const KEEP = `
  with old as (
    delete from engine.http_answers where answered_at < now() - interval '10 seconds'
  )
  insert into engine.http_answers (id, answer) values ($1, $2)`

/** Makes the requests that statements wait for. */
export async function answerStatements(app: FastifyInstance): Promise<Work> {
  const answers = new AnswersInTime(waysOf(app))
  await app.database.answer?.({ answer: (question) => answers.answer(question), keep: KEEP })
  return { stop: async () => answers.stop() }
}
