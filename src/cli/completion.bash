# SPDX-License-Identifier: MIT
# Completion of the command `interfluve` for bash: commands, options, presets, stages, parameters.

_interfluve_names() { # the first words of a list as `explain` and `presets` print it
    interfluve "$@" 2>/dev/null | sed -nE 's/^  ([a-z0-9_-]+)( .*)?$/\1/p'
}

_interfluve_parameters() { # STAGE: its parameters as STAGE.PARAM
    _interfluve_names explain "$1" | grep -vxE 'needs|makes' | sed "s/^/$1./"
}

_interfluve_settings() { # WORD: stages, or the parameters of the stage it begins with
    case $1 in
    *.*) _interfluve_parameters "${1%%.*}" ;;
    *) _interfluve_names explain | grep -vx seed | sed 's/$/./' ;;
    esac
}

_interfluve() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} words=
    local -A options=(
        [make]='--output --set --seed --size --until --skip --seeds --vary --sheet --table --without --threads --progress --help'
        [water]='--output --set --size --without --threads --progress --until --skip --tile --memory --help'
        [check]='--threads --help'
        [measure]='--against --json --picture --set --size --list --markdown --threads --progress --help'
        [render]='--output --view --size --azimuth --tilt --exaggeration --climate --threads --help'
        [sample]='--output --window --size --range --threads --help'
        [export]='--output --size --for --tiles --format --maps --snow-line --rebuild --list --threads --progress --help'
        [studio]='--port --no-open --project --threads --help'
        [presets]='--help'
        [explain]='--markdown --help'
        [help]='--help'
    )
    COMPREPLY=()

    if [ "$COMP_CWORD" -eq 1 ]; then
        words="${!options[*]} --help --version"
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        return
    fi
    case $before in
    --until | --skip) words=$(_interfluve_names explain | grep -vxE 'frame|seed') ;;
    --progress) words='bar plain json none' ;;
    --view) words=$(interfluve help render 2>/dev/null | tr '\n' ' ' |
        sed -nE 's/.*Views: ([^:]*)\. +Options:.*/\1/p' | tr -d ,) ;;
    --climate) words='auto temperate arid arctic tropical' ;;
    --without) words=$(interfluve help make 2>/dev/null | tr '\n' ' ' |
        sed -nE 's/.*Files: ([^:]*)\. +Options:.*/\1/p' | tr -d ,) ;;
    --set | --vary)
        words=$(_interfluve_settings "$word")
        compopt -o nospace
        ;;
    --for) words=$(interfluve export --list 2>/dev/null | sed -nE 's/^([a-z]+): .*/\1/p') ;;
    --seed | --seeds | --size | --azimuth | --tilt | --exaggeration | --threads | --port | --tiles | --format | --maps | --snow-line | -j) return ;;
    -o | --output | --sheet | --table | --project | --json | --picture | --against)
        compopt -o default
        return
        ;;
    *)
        case $command:$word in
        *:-*) words=${options[$command]:-} ;;
        make:* | studio:*)
            words=$(_interfluve_names presets)
            compopt -o default
            ;;
        presets:*) words=$(_interfluve_names presets) ;;
        explain:*) words=$(_interfluve_settings "$word" | sed 's/\.$//') ;;
        help:*) words=${!options[*]} ;;
        *)
            compopt -o default
            return
            ;;
        esac
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -F _interfluve interfluve
