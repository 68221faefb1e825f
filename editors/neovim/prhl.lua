-- prhl in Neovim, 0.7 or later: put this file into ~/.config/nvim/plugin. `prhl` with its extra `lsp` is to be on the path.
-- a later Neovim takes these files for Mathematica's, and `setfiletype` would leave it at that
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, { pattern = "*.wl", command = "setlocal filetype=wl" })

local client
local settings = {
  name = "prhl",
  cmd = { "prhl", "lsp" },
  handlers = { ["prhl/verdicts"] = function() vim.lsp.codelens.refresh() end },
}

-- :PrhlGoals, what is known and owed at the cursor, in a window beside the text
local function goals()
  local place = vim.lsp.util.make_position_params(0, "utf-16")
  vim.lsp.buf_request(0, "prhl/goals", place, function(_, found)
    vim.cmd("silent! bwipeout prhl://goals | vertical new prhl://goals | setlocal buftype=nofile")
    vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(found.text, "\n"))
    vim.cmd("wincmd p")
  end)
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = "wl",
  callback = function()
    vim.bo.commentstring = "// %s"
    if vim.lsp.start then
      vim.lsp.start(settings)
    else -- before Neovim 0.8
      client = client or vim.lsp.start_client(settings)
      vim.lsp.buf_attach_client(0, client)
    end
    vim.api.nvim_buf_create_user_command(0, "PrhlGoals", goals, {})
    vim.api.nvim_create_autocmd("CursorHold", { buffer = 0, callback = function() vim.lsp.codelens.refresh() end })
  end,
})
