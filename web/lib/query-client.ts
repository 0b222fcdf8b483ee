import { QueryClient } from '@tanstack/react-query'

/** What a signed-in person has been told of the data. Everybody who signs in begins with a new one. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Walking back and forth between screens does not ask again at once; a mutation refreshes what it changed.
        staleTime: 10_000,
        // supabase-js repeats a read that got no answer by itself, and a refusal stays one however often it is asked.
        retry: false,
      },
    },
  })
