import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
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
export async function answerStatements({ config, database, server }: FastifyInstance): Promise<Work> {
  const answers = new AnswersInTime(waysOf(config, server.address()))
  await answerBy(answers, database)
  return { stop: async () => answers.stop() }
}

/** A file of seeds is sent as one statement, and nobody waits for anything else meanwhile. */
const SEEDS_WAIT_MS = 8_000

export async function answerSeeds(database: Database, config: Config) {
  await answerBy(new AnswersInTime(waysOf(config, null), SEEDS_WAIT_MS), database)
}

const answerBy = async (answers: AnswersInTime, database: Database) =>
  database.answer?.({ answer: (question) => answers.answer(question), keep: KEEP })
