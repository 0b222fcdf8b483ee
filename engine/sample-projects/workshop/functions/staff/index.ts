import 'jsr:@supabase/functions-js/edge-runtime.d.ts'
import { User } from 'jsr:@supabase/supabase-js@2'
import { AuthMiddleware, UserMiddleware } from '../_shared/authentication.ts'
import { corsHeaders, OptionsMiddleware } from '../_shared/cors.ts'
import { supabaseAdmin } from '../_shared/supabaseAdmin.ts'
import { createErrorResponse } from '../_shared/utils.ts'

const staffOf = async (user?: User) =>
  (await supabaseAdmin.from('staff').select('*').eq('user_id', user?.id).single())?.data

async function inviteUser(req: Request, current: { administrator: boolean }) {
  if (!current.administrator) return createErrorResponse(401, 'Not Authorized')
  const { email, password, first_name, last_name, disabled } = await req.json()
  const { data, error } = await supabaseAdmin.auth.admin.createUser({
    email,
    password,
    user_metadata: { first_name, last_name },
  })
  const { error: emailError } = await supabaseAdmin.auth.admin.inviteUserByEmail(email)
  if (!data?.user || error || emailError) return createErrorResponse(500, 'Failed to send invitation mail')
  const { data: staff } = await supabaseAdmin
    .from('staff')
    .update({ disabled: disabled ?? false })
    .eq('user_id', data.user.id)
    .select('*')
  return new Response(JSON.stringify({ data: staff?.at(0) }), {
    headers: { 'Content-Type': 'application/json', ...corsHeaders },
  })
}

Deno.serve(async (req: Request) =>
  OptionsMiddleware(req, async (req) =>
    AuthMiddleware(req, async (req) =>
      UserMiddleware(req, async (req, user) => {
        const current = await staffOf(user)
        if (!current) return createErrorResponse(401, 'Unauthorized')
        if (req.method === 'POST') return inviteUser(req, current)
        return createErrorResponse(405, 'Method Not Allowed')
      }),
    ),
  ),
)
