//! Functions of the C library, POSIX and GNU that have no model and are not harmless: they write
//! through arguments, call back, allocate, return memory of the library, or do not return. Taking
//! them for functions without effect would be wrong.
//!
//! A function that only returns a number and touches nothing of the program's (`getuid`) need not
//! stand here: any result is what a function without body has.

/// By header, separated by spaces.
const NAMES: &[(&str, &str)] = &[
    ("argp.h, getopt.h", "argp_parse getsubopt"),
    ("aio.h", "aio_read aio_write aio_return aio_suspend lio_listio"),
    (
        "arpa/inet.h, netdb.h, netinet, net/if.h",
        "inet_ntop inet_pton inet_ntoa inet_aton getaddrinfo freeaddrinfo getnameinfo \
         gethostbyname gethostbyname_r gethostbyaddr gethostent getservbyname getservbyport \
         getprotobyname getprotobynumber getnetbyname if_nameindex if_freenameindex \
         if_indextoname gai_strerror hstrerror getifaddrs freeifaddrs",
    ),
    ("complex.h", "cexp clog cpow csqrt csin ccos ctan cabs carg cproj"),
    (
        "dirent.h, ftw.h, glob.h, fnmatch.h, wordexp.h",
        "readdir_r seekdir scandir alphasort \
         telldir ftw nftw glob globfree wordexp wordfree fts_open fts_read fts_close",
    ),
    ("dlfcn.h", "dlopen dlsym dlvsym dlclose dlerror dladdr"),
    ("err.h, error.h", "error error_at_line"),
    ("fenv.h", "fesetenv feholdexcept feupdateenv fegetenv fegetexceptflag fesetexceptflag"),
    (
        "grp.h, pwd.h, shadow.h, utmp.h",
        "getpwnam getpwnam_r getpwuid getpwuid_r getpwent getgrnam getgrnam_r getgrgid \
         getgrgid_r getgrent getgroups getspnam getutent getlogin getlogin_r cuserid",
    ),
    ("iconv.h, langinfo.h", "iconv iconv_open iconv_close nl_langinfo catopen catgets"),
    ("locale.h", "newlocale duplocale uselocale freelocale"),
    ("mqueue.h", "mq_open mq_receive mq_timedreceive mq_getattr mq_notify"),
    ("poll.h, sys/epoll.h, sys/select.h", "ppoll pselect epoll_wait epoll_pwait"),
    (
        "regex.h, search.h",
        "regcomp regexec regfree regerror hsearch hcreate hdestroy tsearch tfind tdelete twalk \
         tdestroy",
    ),
    ("sched.h, ucontext.h", "clone getcontext setcontext makecontext swapcontext unshare"),
    (
        "semaphore.h, threads.h",
        "sem_open sem_close sem_unlink tss_create tss_get tss_set tss_delete",
    ),
    ("setjmp.h", "longjmp _longjmp siglongjmp __longjmp_chk"),
    (
        "signal.h",
        "sigset bsd_signal sysv_signal __sysv_signal sigwait sigwaitinfo \
         sigtimedwait sigsuspend sigpending sigaltstack sigqueue raise kill killpg \
         siginterrupt signalfd",
    ),
    ("spawn.h", "posix_spawn posix_spawnp"),
    (
        "stdio.h",
        "fopencookie fmemopen open_memstream open_wmemstream setbuffer tmpnam tmpnam_r tempnam ctermid vscanf vfscanf \
         __isoc99_vscanf __isoc99_vfscanf __isoc99_vsscanf __asprintf_chk \
         __vasprintf_chk obstack_printf register_printf_function funopen",
    ),
    (
        "stdlib.h",
        "ecvt ecvt_r fcvt fcvt_r gcvt qecvt qfcvt qgcvt initstate initstate_r setstate \
         setstate_r random_r srandom_r drand48_r erand48_r lrand48_r nrand48_r mrand48_r \
         jrand48 jrand48_r srand48_r seed48 seed48_r lcong48 lcong48_r \
         mktemp ptsname ptsname_r getloadavg \
         a64l l64a strfmon strtol_l strtod_l strfromd strfromf strfroml \
         getsubopt rpmatch posix_openpt grantpt unlockpt",
    ),
    ("string.h", "strerror_l strcoll_l strxfrm_l strfry memfrob strverscmp argz_add envz_add"),
    ("sys/ipc.h, sys/shm.h, sys/msg.h, sys/sem.h", "shmat shmdt shmctl msgrcv msgctl semctl"),
    ("sys/mman.h", "mmap mmap64 munmap mremap mincore shm_open posix_madvise"),
    (
        "sys/socket.h, sys/uio.h",
        "accept accept4 recvfrom recvmsg recvmmsg getsockname getpeername getsockopt \
         socketpair readv preadv process_vm_readv process_vm_writev sendfile splice tee \
         copy_file_range",
    ),
    (
        "sys/stat.h, sys/statvfs.h, sys/vfs.h",
        "statx \
         __fxstatat __xstat64 __fxstat64 __lxstat64 statvfs fstatvfs statfs fstatfs \
         name_to_handle_at",
    ),
    (
        "sys/time.h, sys/times.h, sys/resource.h, sys/utsname.h, sys/wait.h, sys/sysinfo.h",
        "getitimer setitimer adjtime adjtimex getrlimit64 prlimit \
         waitid wait3 wait4 sysinfo getdomainname sysctl",
    ),
    (
        "syslog.h, termios.h, curses.h, readline",
        "tcgetattr cfmakeraw openpty forkpty readline add_history initscr getstr getnstr",
    ),
    (
        "time.h",
        "timer_create timer_gettime timer_settime getdate getdate_r strptime clock_getres \
         clock_nanosleep timespec_getres ftime",
    ),
    (
        "unistd.h",
        "fork vfork _Fork execv execve execvp execvpe execl execle execlp fexecve \
         getwd confstr crypt getpass ioctl \
         fcntl64 ttyname_r ttyname sbrk brk syscall daemon getresuid getresgid \
         pread64 nice_r acct ctermid encrypt setkey getdents getdents64 \
         epoll_ctl inotify_add_watch prctl ptrace",
    ),
    (
        "wchar.h, uchar.h, wctype.h",
        "mbsnrtowcs wcsnrtombs mbrtoc16 \
         mbrtoc32 c16rtomb c32rtomb swprintf vswprintf swscanf vswscanf wscanf fwscanf \
         wcsftime wcstod wcstof wcstold open_wmemstream \
         wprintf fwprintf vwprintf vfwprintf",
    ),
    (
        "GNU obstacks, printf and malloc extensions",
        "_obstack_begin _obstack_newchunk obstack_free mallinfo mallinfo2 malloc_usable_size \
         mtrace muntrace dl_iterate_phdr backtrace backtrace_symbols",
    ),
    ("builtins", "__builtin_apply __builtin_apply_args __builtin_return __builtin_eh_return"),
];

pub(crate) fn is_known(name: &str) -> bool {
    NAMES.iter().any(|(_, names)| names.split_ascii_whitespace().any(|known| known == name))
}
