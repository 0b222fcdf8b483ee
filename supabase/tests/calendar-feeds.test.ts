import { expect, it } from 'vitest'
import { calendarProblems } from './calendar-problems.ts'
import { engine } from './engine.ts'
import { arrange, signIn } from './people.ts'

async function read(secret: string) {
  const answer = await fetch(`${engine.url}/functions/v1/calendar/${secret}.ics`)
  const headers = [...answer.headers].filter(([name]) => name !== 'date' && !name.endsWith('request-id'))
  return { status: answer.status, text: await answer.text(), headers }
}

it('[profile.md#calendar-feed] answers a revoked and a replaced address as a guess', async () => {
  const { db } = await signIn('ana@north.test')
  const first = await arrange(db.rpc('make_calendar_feed'))
  const second = await arrange(db.rpc('make_calendar_feed'))
  const guess = await read('G'.repeat(43))
  expect(guess.status).toBe(404)
  expect(await read(first)).toEqual(guess)
  const feed = await read(second)
  expect([feed.status, calendarProblems(feed.text)]).toEqual([200, []])
  await arrange(db.rpc('revoke_calendar_feed'))
  expect(await read(second)).toEqual(guess)
})
