import { createClient } from '@supabase/supabase-js'
import { corsHeaders } from 'shared/cors.ts'

Deno.serve(async (req: Request) => {
  if (req.method === 'OPTIONS') return new Response('ok', { headers: corsHeaders })
  const supabase = createClient(Deno.env.get('SUPABASE_URL') ?? '', Deno.env.get('SUPABASE_ANON_KEY') ?? '', {
    global: { headers: { Authorization: req.headers.get('Authorization')! } },
  })
  const { data, error } = await supabase.from('harvests').select('crop, grams, plots(number)')
  if (error) return Response.json({ error: error.message }, { status: 500, headers: corsHeaders })
  EdgeRuntime.waitUntil(Promise.resolve())
  return Response.json({ harvests: data }, { headers: corsHeaders })
})
