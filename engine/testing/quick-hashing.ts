import { hashing } from '../auth/people/passwords.ts'

// Loaded ahead of an engine under test: a tenth of the whole run would be spent on making passwords slow to guess.
hashing.cost = 4
