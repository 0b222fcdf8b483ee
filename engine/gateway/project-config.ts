import type { FastifyInstance } from 'fastify'

/** Where the backend is and the public key to reach it, for the site: the one thing that differs between the ways to run. */
export async function projectConfig(app: FastifyInstance) {
  app.get('/config.json', async (request, reply) => {
    reply.header('cache-control', 'no-cache')
    // Where nobody says it, the page's own address, since 127.0.0.1 and localhost are different origins to a browser.
    const supabaseUrl = app.config.apiUrlGiven ? app.config.apiUrl : `${request.protocol}://${request.host}`
    return { supabaseUrl, supabaseAnonKey: app.tokens.anonKey }
  })
}
