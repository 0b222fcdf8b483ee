import 'jsr:@supabase/functions-js/edge-runtime.d.ts'
import { AuthMiddleware } from '../_shared/authentication.ts'
import { supabaseAdmin } from '../_shared/supabaseAdmin.ts'
import { createErrorResponse } from '../_shared/utils.ts'
import { pathsOf, type Note } from './pathsOf.ts'

type Payload = { type: 'UPDATE' | 'DELETE'; old_record: Note; record: Note | null }

Deno.serve(async (req: Request) =>
  AuthMiddleware(req, async (req) => {
    const payload: Payload = await req.json()
    const kept = new Set(pathsOf(payload.record))
    const gone = pathsOf(payload.old_record).filter((path) => !kept.has(path))
    const { error } = await supabaseAdmin.storage.from('attachments').remove(gone)
    return error ? createErrorResponse(500, error.message) : Response.json({ removed: gone.length })
  }),
)
