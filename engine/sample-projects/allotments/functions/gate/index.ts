Deno.serve((req) => {
  const { socket, response } = Deno.upgradeWebSocket(req)
  socket.onmessage = (event) => socket.send(`You said: ${event.data}`)
  return response
})
