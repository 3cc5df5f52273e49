'use strict';

const { FlatFile, Server } = require('boardgame.io/server');
const { Count } = require('./game');

const server = Server({
  games: [Count],
  db: new FlatFile({ dir: process.argv[2] }),
  origins: ['http://localhost'],
});
server.run({ port: 0 }).then(({ appServer }) => {
  process.send({ port: appServer.address().port });
});
