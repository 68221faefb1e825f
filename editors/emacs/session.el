;;; session.el --- a session in Emacs without a screen: what a person would do, and what the editor shows  -*- lexical-binding: t -*-
(require 'cl-lib)

(defun session-say (title text)
  (append-to-file (format "== %s\n%s\n" title (string-trim-right text)) nil (getenv "TRANSCRIPT")))

(defun session-wait (what condition)
  (let ((tries 0) found)
    (while (not (or (setq found (funcall condition)) (> (cl-incf tries) 1200)))
      (accept-process-output nil 0.1))
    (unless found
      (session-say "waited in vain" what)
      (kill-emacs 1))
    found))

(defun session-go (words)
  (goto-char (point-min))
  (search-forward words)
  (goto-char (match-beginning 0)))

(defun session-line (number)
  (save-excursion
    (goto-char (point-min))
    (forward-line (1- number))
    (buffer-substring (line-beginning-position) (line-end-position))))

(defun session-choose (title)
  "The code action at point whose title starts so."
  (cl-letf (((symbol-function 'completing-read)
             (lambda (_prompt actions &rest _)
               (car (cl-find-if (lambda (action) (string-prefix-p title (car action))) actions)))))
    (let ((last-nonmenu-event ?\r) (inhibit-message t))
      (eglot-code-actions (point) nil nil t)
      (eglot--signal-textDocument/didChange)))) ; which waits until the person rests; in a batch nobody does

(defun session-shown ()
  "The diagnostics that the editor shows."
  (flymake-start nil)
  (mapcar (lambda (one)
            (format "%d: %s" (line-number-at-pos (flymake-diagnostic-beg one)) (flymake-diagnostic-text one)))
          (flymake-diagnostics)))

(find-file (getenv "SESSION"))
;; What `eglot-ensure' does after the next command; in a batch there is none.
(let ((eglot-sync-connect t) (eglot-connect-timeout 120))
  (apply #'eglot (eglot--guess-contact)))
(session-say "diagnostic" (string-join (session-wait "a diagnostic" #'session-shown) "\n"))

(session-go "ep >")
(session-choose "write `eps`")
(session-wait "no diagnostic" (lambda () (not (session-shown))))
(session-say "after the quick fix" (session-line 3))

(session-go "x + z")
(let ((found (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                              (eglot--TextDocumentPositionParams))))
  (session-say "hover" (substring-no-properties (eglot--hover-info (plist-get found :contents)))))

(session-go "?")
(prhl-goals)
(session-say "goal at the hole" (with-current-buffer "*prhl goals*" (buffer-string)))

(session-go "?")
(session-choose "fill the hole")
(session-say "after the action" (session-line 5))

(setq prhl-verdicts nil)
(save-buffer)
(session-say "verdict after saving" (string-join (session-wait "a verdict" (lambda () prhl-verdicts)) "\n"))
(eglot-shutdown (eglot--current-server-or-lose))
;;; session.el ends here
