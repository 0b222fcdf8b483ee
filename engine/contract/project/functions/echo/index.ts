import { corsHeaders } from '../_shared/host.ts'

/** Returns the request as it arrived. */
export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method === 'OPTIONS') return new Response('ok', { headers: corsHeaders })
    const { pathname, search } = new URL(request.url)
    const type = request.headers.get('content-type')
    return Response.json(
      {
        method: request.method,
        path: pathname + search,
        type: type?.startsWith('multipart/form-data') ? 'multipart/form-data' : type,
        body: type?.startsWith('multipart/form-data') ? await formFields(request) : await request.text(),
        region: request.headers.get('x-region'),
        authorized: request.headers.get('authorization')?.startsWith('Bearer ') ?? false,
        address: request.headers.get('x-forwarded-for'),
      },
      { headers: corsHeaders },
    )
  },
}

async function formFields(request: Request) {
  const fields: Record<string, string> = {}
  for (const [name, value] of await request.formData()) fields[name] = typeof value === 'string' ? value : value.name
  return fields
}
