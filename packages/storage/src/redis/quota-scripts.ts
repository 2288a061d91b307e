import { MAX_ADMISSION_STEPS } from '@loadcast/core/quota';
import { script } from './script.js';

/**
 * Charges, reads or refunds one call in one step.
 *
 * KEYS[1] is the hash of (account, surface): one key, one Cluster slot. Its fields are `h<hour>`, `d<day>`, `r<day>:<region>`,
 * `k<day>:<key>`, and `e`, drawn when the hash is made: another `e` means that Redis lost it.
 *
 * ARGV: operation (1 charge, 0 read, -1 refund); limits of hour, day and region-day (-1 is none); now as seconds and
 * microseconds (empty: the server's clock); second of the charge to be refunded; key id; regions.
 * Returns: admitted, now (s, us), first admission (s), e, then the used counts of hour, day and regions.
 */
export const CHARGE = script(`
local op, limits = tonumber(ARGV[1]), { tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]) }
local time = redis.call('TIME')
local s, us = tonumber(time[1]), tonumber(time[2])
if ARGV[5] ~= '' then s, us = tonumber(ARGV[5]), tonumber(ARGV[6]) end

local function fields(at)
  local hour, day = math.floor(at / 3600), math.floor(at / 86400)
  local names = { 'h' .. hour, 'd' .. day }
  for i = 9, #ARGV do names[#names + 1] = 'r' .. day .. ':' .. ARGV[i] end
  return names, hour, day
end
local function counts(at)
  local used = redis.call('HMGET', KEYS[1], unpack((fields(at))))
  for i = 1, #used do used[i] = tonumber(used[i] or '0') end
  return used
end
local function full(used, i)
  local limit = limits[math.min(i, 3)]
  return limit >= 0 and used[i] + 1 > limit
end
local function day_full(used)
  for i = 2, #used do if full(used, i) then return true end end
  return false
end

local admitted, retry = 1, 0
local used = counts(s)
if op == 1 then
  if full(used, 1) or day_full(used) then
    admitted, retry = 0, s
    local never = limits[1] == 0 or limits[2] == 0 or (limits[3] == 0 and #used > 2)
    local then_used = used
    for step = 1, ${MAX_ADMISSION_STEPS} do
      if day_full(then_used) then retry = (math.floor(retry / 86400) + 1) * 86400
      elseif full(then_used, 1) then retry = (math.floor(retry / 3600) + 1) * 3600
      else break end
      if never then break end
      then_used = counts(retry)
    end
  else
    local names, hour, day = fields(s)
    for i = 1, #names do used[i] = redis.call('HINCRBY', KEYS[1], names[i], 1) end
    redis.call('HINCRBY', KEYS[1], 'k' .. day .. ':' .. ARGV[8], 1)
    if used[1] == 1 then
      for _, name in ipairs(redis.call('HKEYS', KEYS[1])) do
        local kind, index = string.sub(name, 1, 1), tonumber(string.match(name, '^%a(%d+)'))
        if index and ((kind == 'h' and index < hour - 1) or (kind ~= 'h' and index < day - 1)) then
          redis.call('HDEL', KEYS[1], name)
        end
      end
      redis.call('HSETNX', KEYS[1], 'e', time[1] .. ':' .. time[2])
      redis.call('EXPIREAT', KEYS[1], (day + 2) * 86400)
    end
  end
elseif op == -1 then
  local names, _, day = fields(tonumber(ARGV[7]))
  names[#names + 1] = 'k' .. day .. ':' .. ARGV[8]
  for _, name in ipairs(names) do
    if tonumber(redis.call('HGET', KEYS[1], name) or '0') > 0 then redis.call('HINCRBY', KEYS[1], name, -1) end
  end
  used = counts(s)
end
return { admitted, s, us, retry, redis.call('HGET', KEYS[1], 'e') or '', unpack(used) }
`);

/**
 * Restores counts that Redis lost and adds charges counted without it, once.
 *
 * ARGV: the `e` last seen; now in seconds (empty: the server's clock); 1 when counts may have gone back though `e` is
 * the same (a restart from an old snapshot); gateway and number of this merge; then field, last seen count, counts to
 * add. A lost hash gets the largest count that any gateway saw, plus the charges since. Returns `e`.
 */
export const MERGE = script(`
local time = redis.call('TIME')
local s = tonumber(ARGV[2] ~= '' and ARGV[2] or time[1])
local hour, day = math.floor(s / 3600), math.floor(s / 86400)
local e = redis.call('HGET', KEYS[1], 'e')
local mark = 'n:' .. ARGV[4]
if tonumber(redis.call('HGET', KEYS[1], mark) or '0') >= tonumber(ARGV[5]) then return e or '' end
local lost = e ~= ARGV[1]
for i = 6, #ARGV, 3 do
  local name, seen, add = ARGV[i], tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2])
  local index = tonumber(string.match(name, '^%a(%d+)'))
  if index >= (string.sub(name, 1, 1) == 'h' and hour or day) - 1 then
    local used = tonumber(redis.call('HGET', KEYS[1], name) or '0')
    if lost then
      local restored = tonumber(redis.call('HGET', KEYS[1], name .. ':f') or '0')
      if seen > restored then
        used = redis.call('HINCRBY', KEYS[1], name, seen - restored)
        redis.call('HSET', KEYS[1], name .. ':f', seen)
      end
    elseif ARGV[3] == '1' and used < seen then
      redis.call('HSET', KEYS[1], name, seen)
      used = seen
    end
    add = math.max(add, -used)
    if add ~= 0 then redis.call('HINCRBY', KEYS[1], name, add) end
  end
end
if not e then
  e = time[1] .. ':' .. time[2]
  redis.call('HSET', KEYS[1], 'e', e)
end
redis.call('HSET', KEYS[1], mark, ARGV[5])
redis.call('EXPIREAT', KEYS[1], (day + 2) * 86400)
return e
`);

/**
 * Marks a gateway as alive, and counts the gateways that did so recently. A write, so it also shows whether Redis takes
 * writes.
 *
 * KEYS[1] sorted set of gateways. ARGV: gateway, seconds after which one is gone.
 */
export const HEARTBEAT = script(`
local now = tonumber(redis.call('TIME')[1])
-- First what needs memory: once a script has written, Redis lets it write more even when none is left.
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('EXPIRE', KEYS[1], 60)
return redis.call('ZCARD', KEYS[1])
`);
