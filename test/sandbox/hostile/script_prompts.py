answers = []
while True:
    try: answers.append(input())
    except EOFError: break
if __name__ == "__main__":
    print(*reversed(answers), sep=",")
