/**
 * What runs inside the server, each script in one step. They know how names are written and when a slot is free; all other rules are
 * in TypeScript. A budget is a hash: the field `slot-7` has the slot's name, and every other name is its own field. So a slot has one
 * name at most. The second key lists the processes that wait.
 *
 * Redis 6 and later, and Valkey, run them without a module.
 */

import { mostSlots } from '../policy.ts';

const keepMs = 24 * 3_600_000;
/** Slots, and rules of the service: few. */
const mostFields = mostSlots + 1_000;
const longestName = 200;

/** The server's own clock counts. Its run id changes when it restarts, and when a replica takes over. */
const start = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local info = redis.pcall('INFO', 'server')
local run = type(info) == 'string' and info:match('run_id:(%w+)') or ''
local uptime = type(info) == 'string' and tonumber(info:match('uptime_in_seconds:(%d+)')) or -1

-- Something else is stored here, or it is hostile.
if redis.call('HLEN', KEYS[1]) > ${mostFields} then return redis.error_reply('WRONGTYPE too many fields') end

local function names()
  local short = {}
  for _, name in ipairs(redis.call('HVALS', KEYS[1])) do
    if #name <= ${longestName} then short[#short + 1] = name end
  end
  return short
end

local function field(name)
  return name:match('^slot%-%d+') or name:match('^server') or name
end
`;

const reply = `
redis.call('PEXPIRE', KEYS[1], ${keepMs})
return { now, run, uptime, names(), claims, ahead }
`;

/**
 * Takes free slots for one process, if the names of the rules in force are exactly those that the process decided by. Otherwise it
 * takes none, and the process decides again by the names in the answer.
 */
const claim = `${start}
local limit, most, notBefore = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local leaseMs, restMs, provenRestMs = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local process, waitMs = ARGV[7], tonumber(ARGV[8])
local server, nextThrottle = ARGV[9], ARGV[10]
local rules, unseen = {}, #ARGV - 10
for i = 11, #ARGV do rules[ARGV[i]] = true end

local free, taken, underWay, underWayMost, isKnown = {}, 0, 0, limit, true
for _, name in ipairs(names()) do
  -- "Few left" changes with most answers near the end of a window, so it is not one of the rules that a process must know.
  local left, untilMs = name:match('^left%-are%-(%d+)%-(%d+)')
  local index, state, freeAt, countedAt = name:match('^slot%-(%d+)%-(%l+)%-(%d+)%-%d+%-?(%d*)')
  if index then
    local counted = tonumber(countedAt) or 0
    local isOurs = tonumber(freeAt) == counted + restMs
    if (isOurs and counted + provenRestMs or math.max(tonumber(freeAt), counted + restMs)) > now then
      taken = taken + 1
      if state == 'claimed' then underWay = underWay + 1 end
    elseif tonumber(index) < limit then
      free[#free + 1] = index
    end
  elseif left then
    if tonumber(untilMs) > now then underWayMost = math.min(underWayMost, math.max(1, tonumber(left))) end
  elseif rules[name] then
    unseen = unseen - 1
  elseif name:find('^server%-') then
    isKnown = isKnown and name:find('-' .. run .. '-', 1, true) and (server == '' or server == name)
  elseif name:find('^gate%-') or name:find('^pace%-') or name:find('^limit%-') then
    isKnown = false
  end
end

local count = 0
if isKnown and unseen == 0 and now >= notBefore then
  count = math.min(most, #free, limit - taken, underWayMost - underWay)
end
local claims = {}
for i = 1, count do
  local name = string.format('slot-%s-claimed-%.0f-%.0f-%.0f-%.0f', free[i],
    now + leaseMs, now + leaseMs, now + leaseMs - restMs, now + leaseMs - restMs)
  redis.call('HSET', KEYS[1], field(name), name)
  claims[i] = name
end
if count > 0 and nextThrottle ~= '' then
  redis.call('HDEL', KEYS[1], ARGV[11])
  redis.call('HSET', KEYS[1], nextThrottle, nextThrottle)
end

redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
local ahead = 0
if count < most then
  redis.call('ZADD', KEYS[2], now + waitMs, process)
  ahead = redis.call('ZRANK', KEYS[2], process)
else
  redis.call('ZREM', KEYS[2], process)
end
redis.call('PEXPIRE', KEYS[2], ${keepMs})
${reply}`;

/** Changes names: pairs of an old and a new name. Without an old name it adds the new one; if the old one is gone, it does nothing. */
const change = `${start}
local claims, ahead = {}, 0
for i = 1, #ARGV, 2 do
  -- "@60000" is 60 s from now by the server's clock.
  local old = ARGV[i]
  local new = ARGV[i + 1]:gsub('@(%d+)', function(ms) return string.format('%.0f', now + ms) end)
  if old == '' then
    redis.call('HSETNX', KEYS[1], field(new), new)
  elseif redis.call('HGET', KEYS[1], field(old)) == old then
    redis.call('HDEL', KEYS[1], field(old))
    if new ~= '' then redis.call('HSET', KEYS[1], field(new), new) end
  end
end
${reply}`;

/** Lists an account among those that were used lately. */
const list = `
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], time[1], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', time[1] - ${keepMs / 1_000})
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1001)
redis.call('PEXPIRE', KEYS[1], ${keepMs})
`;

export const scripts: Readonly<Record<'claim' | 'change' | 'list', string>> = { claim, change, list };
