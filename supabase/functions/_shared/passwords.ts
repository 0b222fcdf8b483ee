import { Refusal } from './http.ts'

const SHORTEST_PASSWORD = 6

export function requireLongEnough(password: string): void {
  if (password.length < SHORTEST_PASSWORD) {
    throw new Refusal(400, `Password must be at least ${SHORTEST_PASSWORD} characters long.`)
  }
}
