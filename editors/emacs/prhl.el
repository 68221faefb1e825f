;;; prhl.el --- prhl in Emacs, by eglot  -*- lexical-binding: t -*-
;; (load "/path/to/prhl.el") in your init file. `prhl' with its extra `lsp' is to be on the path. Emacs 29 has eglot;
;; before that it is a package.
(require 'eglot)

(define-generic-mode 'prhl-mode
  '("//")
  '("program" "claim" "requires" "satisfies" "when" "if" "else" "then" "while" "for" "in" "joint" "assert" "leak"
    "return" "skip" "couple" "by" "cost" "slack" "except" "invariant" "decreases" "alone" "pointwise" "proof" "check" "expect"
    "assume" "from" "composed" "within" "at" "forall" "exists" "private" "public" "true" "false" "answer")
  '(("\\_<\\(bool\\|int\\|real\\|bits\\|list\\)\\_>" . font-lock-type-face) ("[?]" . font-lock-warning-face))
  '("\\.wl\\'")
  '(eglot-ensure)
  "Programs and claims of prhl.")

(add-to-list 'eglot-server-programs '(prhl-mode . ("prhl" "lsp")))

(defvar-local prhl-verdicts nil "What the server last said of the claims of this file.")

(cl-defmethod eglot-handle-notification (_server (_method (eql prhl/verdicts)) &key uri claims &allow-other-keys)
  "Keep the verdicts, and say them."
  (let ((buffer (find-buffer-visiting (eglot--uri-to-path uri)))
        (said (mapcar (lambda (claim) (format "%s: %s" (plist-get claim :name) (plist-get claim :verdict))) claims)))
    (when buffer (with-current-buffer buffer (setq prhl-verdicts said)))
    (message "%s" (string-join said ", "))))

(defun prhl-goals ()
  "What is known and owed at point, in a window beside the text."
  (interactive)
  (let ((found (jsonrpc-request (eglot--current-server-or-lose) :prhl/goals (eglot--TextDocumentPositionParams)
                                :timeout 120)))
    (with-current-buffer (get-buffer-create "*prhl goals*")
      (erase-buffer)
      (insert (plist-get found :text))
      (display-buffer (current-buffer)))))

(provide 'prhl)
;;; prhl.el ends here
