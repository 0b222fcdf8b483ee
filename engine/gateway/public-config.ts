import type { FastifyInstance } from 'fastify'

/** Serves the backend's address and public key to the site, which differ between installations. */
export async function projectConfig(app: FastifyInstance) {
  app.get('/config.json', async (request, reply) => {
    reply.header('cache-control', 'no-cache')
    // Without a setting it is the page's own address, since 127.0.0.1 and localhost are different origins to a browser.
    const supabaseUrl = app.config.apiUrlGiven ? app.config.apiUrl : `${request.protocol}://${request.host}`
    return { supabaseUrl, supabaseAnonKey: app.tokens.anonKey }
  })
}
