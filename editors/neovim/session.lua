-- A session in Neovim without a screen: what a person would do, and what the editor shows. Writes a transcript.
local transcript = io.open(vim.env.TRANSCRIPT, "w")

local function say(title, lines)
  transcript:write("== " .. title .. "\n" .. table.concat(lines, "\n") .. "\n")
  transcript:flush()
end

local function wait(what, condition)
  if not vim.wait(120000, condition, 50) then
    say("waited in vain", { what })
    vim.cmd("cquit")
  end
end

local function go(words) -- to where the words are
  vim.fn.cursor(1, 1)
  assert(vim.fn.search("\\V" .. words, "cW") > 0, words)
end

local function choose(title) -- the code action at the cursor whose title starts so
  local before = vim.api.nvim_buf_get_changedtick(0)
  local titles = {}
  vim.ui.select = function(items, _, chosen)
    for _, item in ipairs(items) do
      local action = item.action or item[2]
      table.insert(titles, action.title)
      if vim.startswith(action.title, title) then
        chosen(item)
        return
      end
    end
  end
  vim.lsp.buf.code_action()
  wait("action " .. title .. " among " .. table.concat(titles, ", "), function()
    return vim.api.nvim_buf_get_changedtick(0) > before
  end)
end

local function shown() -- what diagnostics the editor shows
  return vim.tbl_map(function(one)
    return ("%d:%d %s: %s"):format(one.lnum + 1, one.col + 1, one.code or one.user_data.lsp.code, one.message)
  end, vim.diagnostic.get(0))
end

local text = vim.api.nvim_get_current_buf()
wait("a diagnostic", function() return #vim.diagnostic.get(0) > 0 end)
say("diagnostic", shown())

go("ep >")
choose("write `eps`")
wait("no diagnostic", function() return #vim.diagnostic.get(0) == 0 end)
say("after the quick fix", { vim.fn.getline(3) })

go("x + z")
vim.lsp.buf.hover()
local float
wait("hover", function()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then float = window end
  end
  return float ~= nil
end)
say("hover", vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float), 0, -1, false))
vim.api.nvim_win_close(float, true)

go("?")
vim.cmd("PrhlGoals")
wait("goals", function() return vim.fn.bufnr("prhl://goals") > 0 and #vim.fn.getbufline("prhl://goals", 1, "$") > 3 end)
say("goal at the hole", vim.fn.getbufline("prhl://goals", 1, "$"))

vim.api.nvim_set_current_win(vim.fn.bufwinid(text))
go("?")
choose("fill the hole")
say("after the action", { vim.fn.getline(5) })

vim.cmd("silent write")
local lenses = {}
wait("a verdict", function()
  lenses = vim.tbl_map(function(one) return one.command.title end, vim.lsp.codelens.get(text))
  return #lenses > 0 and lenses[1]:match("^proved by coupling$")
end)
say("verdict after saving", lenses)
transcript:close()
vim.cmd("quitall!")
