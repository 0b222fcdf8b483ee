export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
  'Access-Control-Allow-Methods': 'POST, PATCH, DELETE',
}

export const OptionsMiddleware = async (req: Request, next: (req: Request) => Promise<Response>) =>
  req.method === 'OPTIONS' ? new Response('ok', { headers: corsHeaders }) : next(req)
