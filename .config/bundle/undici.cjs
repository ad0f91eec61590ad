/** The parts of undici that rental uses. The package's own entry also loads fetch, WebSocket, caches and mocks. */
const Dispatcher = require('undici/lib/dispatcher/dispatcher.js');
Dispatcher.prototype.request = require('undici/lib/api/api-request.js');
Dispatcher.prototype.connect = require('undici/lib/api/api-connect.js');

exports.Agent = require('undici/lib/dispatcher/agent.js');
exports.Pool = require('undici/lib/dispatcher/pool.js');
exports.ProxyAgent = require('undici/lib/dispatcher/proxy-agent.js');
exports.buildConnector = require('undici/lib/core/connect.js');
