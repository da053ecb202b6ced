// Drive an engine with Sabaki's own engine layer (npm @sabaki/gtp) and print what happened as JSON.
// usage: node sabaki.js MODULE_FOLDER COMMAND ARGUMENT...
const path = require('path')
const [folder, command, ...args] = process.argv.slice(2)
const {Controller, ControllerStateTracker} = require(path.join(folder, 'node_modules', '@sabaki', 'gtp'))

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))
const controller = new Controller(command, args)
const tracker = new ControllerStateTracker(controller)
const patience = 120000 // ms
const out = {stderr: []}
controller.on('stderr', ({content}) => out.stderr.push(content))

async function main() {
  controller.start()
  const names = ['name', 'version', 'protocol_version', 'list_commands']
  const answers = await Promise.all(names.map(name => controller.sendCommand({name})))
  out.name = answers[0].content
  out.protocol = answers[2].content
  out.commands = answers[3].content.split('\n')

  await tracker.sync({komi: 6.5, boardsize: [9, 9], history: [
    {name: 'set_free_handicap', args: ['C3', 'G7']}, {name: 'play', args: ['W', 'E5']}]})
  out.move = (await tracker.queueCommand({name: 'genmove', args: ['B']})).content
  await tracker.sync({komi: 6.5, boardsize: [9, 9], history: [
    {name: 'set_free_handicap', args: ['C3', 'G7']}, {name: 'play', args: ['W', 'E5']},
    {name: 'play', args: ['B', 'E6']}, {name: 'play', args: ['W', 'D6']}]})
  await tracker.sync({komi: 0, boardsize: [9, 13], history: [{name: 'play', args: ['B', 'J13']}]})
  await tracker.sync({komi: 7.5, boardsize: [9, 9], history: []})
  out.unknown = (await controller.sendCommand({name: 'frobnicate'})).error

  for (const name of ['lz-analyze', 'kata-analyze']) {
    const lines = []
    const analysis = controller.sendCommand({name, args: ['B', '10']}, ({line}) => lines.push(line))
    while (lines.filter(line => line.startsWith('info ')).length < 4) await sleep(20)
    const answer = await controller.sendCommand({name: 'protocol_version'})
    await analysis
    out[name] = answer.content
  }
  const begun = Date.now()
  await controller.stop(patience)
  out.ended = Date.now() - begun < patience // of itself: after its patience the layer kills it
  console.log(JSON.stringify(out))
}

main().catch(error => { console.error(error); process.exit(1) })
