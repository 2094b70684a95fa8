import { hash } from 'node:crypto';

/** A script that the store runs atomically. All of its keys are arguments, so that it also runs in a cluster. */
export interface Script {
  readonly source: string;
  readonly sha: string;
}

const script = (source: string): Script => ({ source, sha: hash('sha1', source) });

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * Counts an attempt, like `createThrottle` of @wikiquery/accounts. Arguments: the maximum count and the seconds of each rule. Returns the
 * seconds to wait, or -1 if the attempt is allowed.
 */
export const TAKE_ATTEMPT = script(`${NOW}
local last, wait = 0, -1
for i = 1, #ARGV, 2 do
  local seconds = tonumber(ARGV[i + 1])
  local window = redis.call('HMGET', KEYS[1], 'count' .. i, 'ends' .. i)
  local ends = tonumber(window[2])
  if not ends or ends <= now then
    ends = now + seconds * 1000
    redis.call('HSET', KEYS[1], 'count' .. i, 1, 'ends' .. i, string.format('%d', ends))
  elseif tonumber(window[1]) >= tonumber(ARGV[i]) then
    wait = seconds
    last = math.max(last, ends)
    break
  else
    redis.call('HINCRBY', KEYS[1], 'count' .. i, 1)
  end
  last = math.max(last, ends)
end
redis.call('PEXPIREAT', KEYS[1], string.format('%d', last))
return wait
`);

/**
 * Takes units from a bucket that refills within a minute. Arguments: the capacity of the bucket, the maximum number of units, and the units
 * of one request. Returns the units for whole requests as a text, and the milliseconds until the bucket has units for another request.
 */
export const TAKE_UNITS = script(`${NOW}
local capacity, wanted, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local bucket = redis.call('HMGET', KEYS[1], 'left', 'at')
local left, at = tonumber(bucket[1]) or capacity, tonumber(bucket[2]) or now
left = math.min(capacity, left + math.max(0, now - at) * capacity / 60000)
local taken = math.max(0, math.min(wanted, math.floor(left / cost + 0.000001) * cost))
left = left - taken
redis.call('HSET', KEYS[1], 'left', string.format('%.9f', left), 'at', string.format('%d', now))
redis.call('PEXPIRE', KEYS[1], 60000)
return { string.format('%.9f', taken), math.ceil(math.max(0, cost - left) * 60000 / capacity) }
`);

/**
 * Adds revoked sessions to a sorted set by their expiry. Arguments: the time from which sessions are stored, the maximum number of
 * sessions, and the expiry and the text of each session.
 */
export const REVOKE = script(`
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[1])
for i = 3, #ARGV, 2 do redis.call('ZADD', KEYS[1], ARGV[i], ARGV[i + 1]) end
local extra = redis.call('ZCARD', KEYS[1]) - tonumber(ARGV[2])
if extra > 0 then redis.call('ZREMRANGEBYRANK', KEYS[1], 0, extra - 1) end
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
if last[2] then redis.call('PEXPIREAT', KEYS[1], string.format('%d', tonumber(last[2]))) end
return 1
`);

/**
 * Checks that the store accepts writes. Argument: a random text. Returns the text that the first server wrote, which changes only if the
 * store has lost its data.
 */
export const PROBE = script(`
local first = redis.call('GET', KEYS[1]) or ARGV[1]
redis.call('SET', KEYS[1], first, 'PX', 60000)
return first
`);
