import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { type ClientDouble, findDoubles } from '../client-choice/client-doubles.ts'
import { myAgencyId } from '../me/my-agency.ts'
import type { addedClientForm, NewClient } from './client-form.ts'

type Typed = z.input<typeof addedClientForm>

/**
 * Looks for existing clients before a new one is saved. `doubles` are those that were found for the contact details as
 * they stand in the form now; saving again adds the client anyway.
 */
export function useDoubles(control: Control<Typed, unknown, NewClient>, save: (client: NewClient) => Promise<unknown>) {
  const queryClient = useQueryClient()
  const [found, setFound] = useState<{ contact: string; doubles: readonly ClientDouble[] }>()
  const contact = useWatch({ control, compute: contactOf })
  const doubles = found?.contact === contact ? found.doubles : []

  const [submit, isBusy] = useSingleFlight(async (client: NewClient) => {
    if (doubles.length === 0) {
      // A failed search keeps nobody from adding a client; saving tells what is wrong.
      const now = await doublesOf(client, queryClient).catch(() => [])
      setFound({ contact, doubles: now })
      if (now.length > 0) return
    }
    await save(client)
  })
  return { doubles, submit, isBusy }
}

const doublesOf = async (client: NewClient, queryClient: QueryClient) =>
  findDoubles(client.agencyId || (await myAgencyId(queryClient)), client)

const contactOf = ({ email, phone, website_url, agencyId }: Typed) =>
  JSON.stringify([email, phone, website_url, agencyId])
